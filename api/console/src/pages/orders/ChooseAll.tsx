import { Button } from "antd";
import { get, type QueryOf } from "../../client/client";
import { useAct, useRead } from "../../client/queries";
import { useTexts } from "../../texts/texts";
import type { OrderRow } from "./OrderCells";

const bundle = {
  all: ["Select all {{count}} of this search", "选择全部 {{count}} 笔搜索结果"],
  most: ["Select the newest {{count}} of this search", "选择搜索结果中最新的 {{count}} 笔"],
} as const;

const PAGE = "/admin-api/trade/order/page";
const PAGE_SIZE = 100;
/** What one can still look over, and an address can hold. */
const MOST = 1_000;

interface Props {
  /** The filters of the list. */
  search: object;
  chosen: number;
  onChoose: (rows: OrderRow[]) => void;
}

/** Selects the orders of the whole search, beyond the page that is shown. */
export function ChooseAll({ search, chosen, onChoose }: Props) {
  const words = useTexts(bundle);
  const found = useRead("/admin-api/trade/order/summary", search as never).data?.orderCount ?? 0;
  const choosing = useAct(async () => onChoose(await readAll(search)), []);
  const count = Math.min(found, MOST);
  if (count <= chosen) return null;
  return (
    <Button type="link" loading={choosing.isPending} onClick={() => choosing.mutate(undefined)}>
      {words(found > MOST ? "most" : "all", { count })}
    </Button>
  );
}

/** Newest first. One that is placed meanwhile moves others to the next page, where they are met again. */
async function readAll(search: object): Promise<OrderRow[]> {
  const rows = new Map<number, OrderRow>();
  for (let pageNo = 1; rows.size < MOST; pageNo++) {
    const { list } = await get(PAGE, { ...search, pageNo, pageSize: PAGE_SIZE } as unknown as QueryOf<typeof PAGE>);
    for (const row of list) rows.set(row.id, row);
    if (list.length < PAGE_SIZE) break;
  }
  return [...rows.values()].slice(0, MOST);
}
