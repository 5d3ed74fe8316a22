import { Alert, Button, Skeleton } from "antd";
import { Link, useSearchParams } from "react-router";
import { idOf } from "../../parts/lists/OfId";
import { State } from "../../parts/shown/figures";
import { useTexts } from "../../texts/texts";
import { orderStates } from "./order.states";
import { useOrdersToPack, type ChosenOrders } from "./print/useOrdersToPack";

const bundle = {
  none: ["None of these orders has goods to pack.", "所选订单均无需发货。"],
  most: [
    "Only the first {{most}} of {{count}} orders are here; take the others after them.",
    "仅列出 {{count}} 笔订单中的前 {{most}} 笔，其余请随后处理。",
  ],
  left: ["Left out, as their goods must not leave now:", "以下订单当前不能发货，未列入："],
  again: ["Try again", "重试"],
} as const;

/** As many as a page of the list has at most. An address may name more. */
const MOST = 100;

/** The orders that `ids` of the address names, as they are now. */
export function useChosenOrders() {
  const [search] = useSearchParams();
  const ids = [...new Set((search.get("ids") ?? "").split(",").flatMap((text) => idOf(text) ?? []))];
  return { ids, ...useOrdersToPack(ids.slice(0, MOST)) };
}

interface Told {
  ids: readonly number[];
  data: ChosenOrders | undefined;
  error: Error | null;
  refetch: () => Promise<unknown>;
}

/** What there is to say of them: that they are still being read, or cannot be, and which are left out. */
export function ChosenOrdersTold({ ids, data, error, refetch }: Told) {
  const words = useTexts(bundle);
  return (
    <>
      {error && (
        <Alert
          type="error"
          showIcon
          title={error.message}
          action={<Button onClick={() => void refetch()}>{words("again")}</Button>}
        />
      )}
      {!data && !error && <Skeleton active />}
      {ids.length > MOST && <Alert type="warning" showIcon title={words("most", { most: MOST, count: ids.length })} />}
      {data && data.notToPack.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={words("left")}
          description={data.notToPack.map(({ id, no, status }) => (
            <div key={id}>
              <Link to={`/orders/${id}`} className="numbers">
                {no}
              </Link>{" "}
              <State of={orderStates} value={status} />
            </div>
          ))}
        />
      )}
      {data && data.toPack.length === 0 && <Alert type="info" showIcon title={words("none")} />}
    </>
  );
}
