import { Tag, Typography } from "antd";
import { Link } from "react-router";
import { Moment } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { useLanguage, useTexts } from "../../texts/texts";
import { stockMovementKinds } from "./spu.states";

const bundle = {
  title: ["Stock movements", "库存流水"],
  spuId: ["Product ID", "商品编号"],
  skuId: ["Variant ID", "规格编号"],
  kind: ["Type", "类型"],
  cause: ["Reference", "业务单号"],
  product: ["Product", "商品"],
  gone: ["Deleted", "已删除"],
  units: ["Quantity", "数量"],
  reason: ["Reason", "原因"],
  time: ["Time", "时间"],
} as const;
const filters: Filter[] = [
  { name: "spuId", label: bundle.spuId, kind: "number" },
  { name: "skuId", label: bundle.skuId, kind: "number" },
  {
    name: "kind",
    label: bundle.kind,
    kind: "select",
    options: Object.entries(stockMovementKinds).map(([value, label]) => ({ value, label })),
  },
  { name: "refId", label: bundle.cause, kind: "text" },
  { name: "createTime", label: bundle.time, kind: "time" },
];

/** Every change of stock with its cause. */
export default function StockMovementsPage() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path="/admin-api/product/stock-movement/page"
        filters={filters}
        exports={{
          path: "/admin-api/product/stock-movement/export",
          permission: "product:stock-movement:export",
          name: "stock-movements.csv",
        }}
        columns={[
          { title: "ID", dataIndex: "id" },
          { title: words("time"), render: (_, row) => <Moment ms={row.createTime} /> },
          {
            title: words("product"),
            render: (_, row) =>
              row.spuId === null ? (
                <Typography.Text type="secondary">{words("gone")}</Typography.Text>
              ) : (
                <Link to={`/products/${row.spuId}`}>{row.spuName || `#${row.spuId}`}</Link>
              ),
          },
          { title: words("skuId"), dataIndex: "skuId" },
          { title: words("kind"), render: (_, row) => <Tag>{of(stockMovementKinds[row.kind])}</Tag> },
          {
            title: words("units"),
            align: "right",
            render: (_, row) => (
              <span className="numbers">
                {row.kind === "adjust" && row.count > 0 ? "+" : ""}
                {row.count.toLocaleString()}
              </span>
            ),
          },
          { title: words("cause"), dataIndex: "refId" },
          { title: words("reason"), render: (_, row) => row.reason || "–" },
        ]}
      />
    </>
  );
}
