import { Flex, Image } from "antd";
import { Link } from "react-router";
import { put, type PagePath, type PutPath, type RowOf } from "../../client/client";
import { ActButton } from "../../parts/acts/ActButton";
import { Moment, State } from "../../parts/shown/figures";
import type { ListColumns } from "../../parts/lists/columns";
import type { Filter } from "../../parts/lists/filters";
import type { FieldsOf } from "../../parts/acts/FormDrawer";
import { NounPage } from "../../parts/NounPage";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { activityFilters, gathered, spread } from "./activity";
import { activityStates } from "./promotion.states";

const bundle = {
  name: ["Name", "活动名称"],
  product: ["Product", "商品"],
  status: ["Status", "状态"],
  left: ["Remaining", "剩余库存"],
  time: ["Period", "活动时间"],
  close: ["Close", "关闭"],
  closeQuestion: ["Close {{name}} now? This cannot be undone.", "确定立即关闭「{{name}}」？关闭后不可恢复。"],
  closed: ["Closed", "已关闭"],
} as const;
const OVER = 30;
const CLOSED = 40;

interface Activity {
  id: number;
  name: string;
  /** 10 to 40, for kinds that also return their own switch. */
  activityStatus?: number;
  status: number;
}
const stateOf = ({ status, activityStatus = status }: Activity): number => activityStatus;

/** The columns that several kinds share. */
function useColumns() {
  const words = useTexts(bundle);
  return {
    name: { title: words("name"), dataIndex: "name" },
    product: {
      title: words("product"),
      key: "product",
      render: (_: unknown, row: { spuId: number; spuName: string; picUrl: string }) => (
        <Flex gap={8} align="center" style={{ maxWidth: 280 }}>
          <Image src={row.picUrl} width={36} height={36} alt={row.spuName} />
          <Link to={`/products/${row.spuId}`}>{row.spuName}</Link>
        </Flex>
      ),
    },
    status: {
      title: words("status"),
      weight: 80,
      key: "status",
      render: (_: unknown, row: Activity) => <State of={activityStates} value={stateOf(row)} />,
    },
    left: {
      title: words("left"),
      key: "left",
      align: "right" as const,
      render: (_: unknown, { stock, totalStock }: { stock: number | null; totalStock: number | null }) =>
        stock === null ? "∞" : totalStock === null ? String(stock) : `${stock} / ${totalStock}`,
    },
    time: {
      title: words("time"),
      key: "time",
      render: (_: unknown, row: { startTime: number | null; endTime: number | null }) => (
        <>
          <Moment ms={row.startTime} />
          <br />
          <Moment ms={row.endTime} />
        </>
      ),
    },
  };
}

interface Props<P extends PagePath> {
  title: string;
  path: P;
  fields: FieldsOf;
  columns: (common: ReturnType<typeof useColumns>) => ListColumns<RowOf<P>>;
  filters?: readonly Filter[];
  body?: (fields: Record<string, unknown>, row: RowOf<P> | undefined) => Record<string, unknown>;
  begin?: (row: Record<string, unknown>) => Record<string, unknown>;
  width?: number;
}

/** Activities of one kind: changed until they are closed, deleted once they have ended. */
export function ActivityPage<P extends PagePath>({
  title,
  path,
  fields,
  columns,
  filters = activityFilters,
  body = spread,
  begin = gathered,
  width = 720,
}: Props<P>) {
  const words = useTexts(bundle);
  const common = useColumns();
  const may = useMay();
  const base = path.replace(/page$/, "");
  const permission = `promotion:${base.split("/").at(-2)}`;
  return (
    <NounPage
      title={title}
      path={path}
      permission={permission}
      filters={filters}
      fields={fields}
      body={body}
      begin={begin}
      can={(verb, row) => (verb === "update" ? stateOf(row as Activity) !== CLOSED : stateOf(row as Activity) >= OVER)}
      actions={(row) =>
        stateOf(row as Activity) !== CLOSED &&
        may(`${permission}:close`) && (
          <ActButton
            question={words("closeQuestion", { name: (row as Activity).name })}
            act={() => put(`${base}close` as PutPath, { id: (row as Activity).id } as never)}
            changes={[base]}
            done={words("closed")}
          >
            {words("close")}
          </ActButton>
        )
      }
      width={width}
      columns={columns(common)}
    />
  );
}
