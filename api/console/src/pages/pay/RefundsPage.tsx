import { Typography } from "antd";
import { Link } from "react-router";
import { Money, Moment, State } from "../../parts/figures";
import type { Filter } from "../../parts/filters";
import { Events } from "../../parts/JobTimeline";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/PageTable";
import { Person } from "../../parts/Person";
import { useMay } from "../../shell/operator";
import { useLanguage, useTexts } from "../../texts/texts";
import { MerchantOrder, usePayApps } from "./apps";
import { refundKinds, refundStates } from "./pay.states";

const bundle = {
  title: ["Refunds", "退款"],
  no: ["Refund no.", "退款单号"],
  merchantRefundId: ["Merchant's refund no.", "商户退款单号"],
  status: ["State", "状态"],
  app: ["Pay app", "支付应用"],
  payOrderId: ["Pay order", "支付单"],
  merchantOrderId: ["Order", "商户订单"],
  orderNo: ["Order ID or number", "订单 ID 或编号"],
  userId: ["Member ID", "会员编号"],
  member: ["Member", "会员"],
  kind: ["Kind", "类别"],
  price: ["By channel", "渠道退款"],
  wallet: ["To the wallet", "钱包退款"],
  reason: ["Reason", "退款原因"],
  fault: ["Channel's refusal", "渠道错误"],
  time: ["Begun", "发起时间"],
  done: ["Done", "完成时间"],
} as const;

export default function RefundsPage() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const may = useMay();
  const { nameOf, options } = usePayApps();
  const behind = may("infra:queue:read")
    ? // Fixed: as wide as the visible part of the table, not the whole table.
      {
        expandable: {
          fixed: true as const,
          expandedRowRender: ({ id }: { id: number }) => <Events kind="refund" id={id} />,
        },
      }
    : {};
  const filters: Filter[] = [
    { name: "status", label: bundle.status, kind: "state", states: refundStates },
    { name: "appId", label: bundle.app, kind: "select", options },
    { name: "no", label: bundle.no, kind: "text" },
    { name: "merchantRefundId", label: bundle.merchantRefundId, kind: "text" },
    { name: "payOrderId", label: bundle.payOrderId, kind: "number" },
    { name: "merchantOrderId", label: bundle.orderNo, kind: "text" },
    { name: "userId", label: bundle.userId, kind: "number" },
    { name: "createTime", label: bundle.time, kind: "time" },
  ];
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path="/admin-api/pay/refund/page"
        filters={filters}
        {...behind}
        exports={{ path: "/admin-api/pay/refund/export", permission: "pay:refund:export", name: "refunds.csv" }}
        columns={[
          {
            title: words("no"),
            render: (_, row) => (
              <>
                {row.no}
                <Typography.Text type="secondary" style={{ display: "block", fontSize: 12 }}>
                  {row.merchantRefundId}
                </Typography.Text>
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
                <Typography.Text type="secondary" style={{ display: "block", fontSize: 12 }}>
                  {nameOf(row.appId)}
                </Typography.Text>
              </>
            ),
          },
          {
            title: words("member"),
            render: (_, row) => (row.userId === null ? "–" : <Person id={row.userId} user={row.user} />),
          },
          { title: words("kind"), render: (_, row) => of(refundKinds[row.kind]) },
          { title: words("price"), align: "right", render: (_, row) => <Money fen={row.refundPrice} /> },
          {
            title: words("wallet"),
            align: "right",
            render: (_, row) => <Money fen={row.walletCombinationRefundPrice || null} />,
          },
          {
            title: words("status"),
            render: (_, row) => (
              <>
                <State of={refundStates} value={row.status} />
                {row.channelErrorCode && (
                  <Typography.Text type="danger" style={{ display: "block", fontSize: 12, maxWidth: 220 }}>
                    {row.channelErrorCode} {row.channelErrorMsg}
                  </Typography.Text>
                )}
              </>
            ),
          },
          {
            title: words("reason"),
            render: (_, row) => <div style={{ maxWidth: 200, overflowWrap: "anywhere" }}>{row.reason}</div>,
          },
          { title: words("time"), render: (_, row) => <Moment ms={row.createTime} /> },
          { title: words("done"), render: (_, row) => <Moment ms={row.successTime} /> },
        ]}
      />
    </>
  );
}
