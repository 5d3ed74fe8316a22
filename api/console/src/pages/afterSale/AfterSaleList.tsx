import { Space } from "antd";
import { Link } from "react-router";
import { useRead } from "../../client/queries";
import { Money, Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { Goods } from "../../parts/shown/Goods";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { Person } from "../../parts/shown/Person";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useTexts } from "../../texts/texts";
import { afterSaleStates, afterSaleTypes, afterSaleWays } from "./afterSale.states";

const bundle = {
  title: ["After-sales", "售后"],
  no: ["Case no.", "售后单号"],
  orderNo: ["Order no.", "订单号"],
  order: ["Order", "订单"],
  userId: ["Member ID", "会员编号"],
  spuName: ["Product", "商品"],
  status: ["Status", "状态"],
  way: ["Resolution", "售后方式"],
  type: ["Stage", "售后类型"],
  time: ["Requested", "申请时间"],
  member: ["Member", "会员"],
  amount: ["Refund amount", "退款金额"],
  reason: ["Reason", "申请原因"],
  actions: ["Actions", "操作"],
  look: ["View", "查看"],
  handle: ["Process", "处理"],
} as const;

const filters: Filter[] = [
  { name: "no", label: bundle.no, kind: "text", isWide: true },
  { name: "orderNo", label: bundle.orderNo, kind: "text", isWide: true },
  { name: "spuName", label: bundle.spuName, kind: "text" },
  { name: "status", label: bundle.status, kind: "state", states: afterSaleStates },
  { name: "userId", label: bundle.userId, kind: "number" },
  { name: "way", label: bundle.way, kind: "state", states: afterSaleWays },
  { name: "type", label: bundle.type, kind: "state", states: afterSaleTypes },
  { name: "createTime", label: bundle.time, kind: "time" },
];

export function AfterSaleList() {
  const words = useTexts(bundle);
  const counts = useRead("/admin-api/trade/after-sale/count-by-status");
  const waits = (status: number) => [10, 30, 40].includes(status);
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        tellsNews
        path="/admin-api/trade/after-sale/page"
        filters={filters}
        tabs={{ name: "status", states: afterSaleStates, counts: counts.data }}
        exports={{
          path: "/admin-api/trade/after-sale/export",
          permission: "trade:after-sale:export",
          name: "after-sales.csv",
        }}
        columns={[
          {
            title: words("no"),
            render: (_, row) => (
              <>
                <Link to={`/after-sales/${row.id}`}>{row.no}</Link>
                <SecondLine>
                  <Moment ms={row.createTime} />
                </SecondLine>
                <span style={{ fontSize: 12 }}>
                  {words("order")} <Link to={`/orders/${row.orderId}`}>{row.orderNo}</Link>
                </span>
              </>
            ),
          },
          { title: words("status"), weight: 80, render: (_, row) => <State of={afterSaleStates} value={row.status} /> },
          { title: words("spuName"), render: (_, row) => <Goods {...row} /> },
          { title: words("member"), render: (_, row) => <Person id={row.userId} user={row.user} /> },
          { title: words("amount"), align: "right", render: (_, row) => <Money fen={row.refundPrice} /> },
          {
            title: words("way"),
            render: (_, row) => (
              <Space orientation="vertical" size={4}>
                <State of={afterSaleWays} value={row.way} />
                <State of={afterSaleTypes} value={row.type} />
              </Space>
            ),
          },
          {
            title: words("reason"),
            render: (_, row) => <div style={{ maxWidth: 180, overflowWrap: "anywhere" }}>{row.applyReason}</div>,
          },
          {
            title: words("actions"),
            fixed: "right",
            render: (_, row) => (
              <Link to={`/after-sales/${row.id}`}>{words(waits(row.status) ? "handle" : "look")}</Link>
            ),
          },
        ]}
      />
    </>
  );
}
