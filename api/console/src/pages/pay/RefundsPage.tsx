import { Link } from "react-router";
import { Money, Moment } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { Events } from "../../parts/shown/JobTimeline";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { Person } from "../../parts/shown/Person";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { MerchantOrder, usePayApps } from "./apps";
import { ReasonAndKind, StateWithError } from "./cells";
import { refundStates } from "./pay.states";
import { RefundActs, RefundTrouble } from "./RefundActs";
import { WhyOfRefund } from "./WhyOfRefund";

const bundle = {
  title: ["Refunds", "退款"],
  no: ["Refund no.", "退款单号"],
  merchantRefundId: ["Merchant refund no.", "商户退款单号"],
  status: ["Status", "状态"],
  app: ["Payment app", "支付应用"],
  payOrderId: ["Payment", "支付单"],
  merchantOrderId: ["Order", "商户订单"],
  orderNo: ["Order ID or no.", "订单 ID 或编号"],
  userId: ["Member ID", "会员编号"],
  member: ["Member", "会员"],
  price: ["Channel amount", "渠道退款"],
  wallet: ["Wallet amount", "钱包退款"],
  reason: ["Reason", "退款原因"],
  time: ["Started", "发起时间"],
  done: ["Completed", "完成时间"],
  actions: ["Actions", "操作"],
} as const;

export default function RefundsPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const { nameOf, options } = usePayApps();
  // Fixed: as wide as the visible part of the table, not the whole table.
  const expandable = {
    fixed: true as const,
    expandedRowRender: ({ id }: { id: number }) => (
      <>
        <WhyOfRefund id={id} />
        {may("infra:queue:read") && <Events kind="refund" id={id} />}
      </>
    ),
  };
  const filters: Filter[] = [
    { name: "no", label: bundle.no, kind: "text", isWide: true },
    { name: "merchantOrderId", label: bundle.orderNo, kind: "text" },
    { name: "status", label: bundle.status, kind: "state", states: refundStates },
    { name: "appId", label: bundle.app, kind: "select", options },
    { name: "merchantRefundId", label: bundle.merchantRefundId, kind: "text", isWide: true },
    { name: "payOrderId", label: bundle.payOrderId, kind: "number" },
    { name: "userId", label: bundle.userId, kind: "number" },
    { name: "createTime", label: bundle.time, kind: "time" },
  ];
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path="/admin-api/pay/refund/page"
        filters={filters}
        expandable={expandable}
        exports={{ path: "/admin-api/pay/refund/export", permission: "pay:refund:export", name: "refunds.csv" }}
        columns={[
          {
            title: words("no"),
            render: (_, row) => (
              <>
                {row.no}
                <SecondLine>{row.merchantRefundId}</SecondLine>
              </>
            ),
          },
          {
            title: words("payOrderId"),
            render: (_, row) => <Link to={`/pay/orders/${row.payOrderId}`}>{row.payOrderId}</Link>,
          },
          {
            title: words("merchantOrderId"),
            render: (_, row) => (
              <>
                <MerchantOrder appId={row.appId} no={row.merchantOrderId} />
                <SecondLine>{nameOf(row.appId)}</SecondLine>
              </>
            ),
          },
          {
            title: words("member"),
            render: (_, row) => (row.userId === null ? "–" : <Person id={row.userId} user={row.user} />),
          },
          { title: words("price"), align: "right", render: (_, row) => <Money fen={row.refundPrice} /> },
          {
            title: words("wallet"),
            align: "right",
            render: (_, row) => <Money fen={row.walletCombinationRefundPrice || null} />,
          },
          {
            title: words("status"),
            weight: 80,
            render: (_, row) => (
              <>
                <StateWithError of={refundStates} row={row} />
                <RefundTrouble row={row} />
              </>
            ),
          },
          {
            title: words("reason"),
            render: (_, row) => <ReasonAndKind reason={row.reason} kind={row.kind} />,
          },
          { title: words("time"), render: (_, row) => <Moment ms={row.createTime} /> },
          { title: words("done"), render: (_, row) => <Moment ms={row.successTime} /> },
          { title: words("actions"), fixed: "right", render: (_, row) => <RefundActs row={row} /> },
        ]}
      />
    </>
  );
}
