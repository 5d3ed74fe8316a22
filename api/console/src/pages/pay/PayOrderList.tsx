import { Link } from "react-router";
import { Money, Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { Person } from "../../parts/shown/Person";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useTexts } from "../../texts/texts";
import { MerchantOrder, usePayApps } from "./apps";
import { Channel, channelOptions } from "./channels";
import { payStates } from "./pay.states";

const bundle = {
  title: ["Payments", "支付单"],
  id: ["Payment", "支付单"],
  status: ["Status", "状态"],
  app: ["Payment app", "支付应用"],
  merchantOrderId: ["Order", "商户订单"],
  orderNo: ["Order ID or no.", "订单 ID 或编号"],
  no: ["Payment no.", "支付流水号"],
  channelOrderNo: ["Channel reference", "渠道单号"],
  channel: ["Channel", "支付渠道"],
  userId: ["Member ID", "会员编号"],
  member: ["Member", "会员"],
  subject: ["Subject", "标题"],
  price: ["Paid by channel", "渠道支付"],
  wallet: ["Paid by wallet", "钱包支付"],
  refunded: ["Refunded", "已退款"],
  time: ["Created", "创建时间"],
  paid: ["Paid", "支付时间"],
} as const;

export function PayOrderList() {
  const words = useTexts(bundle);
  const { nameOf, options } = usePayApps();
  const filters: Filter[] = [
    { name: "merchantOrderId", label: bundle.orderNo, kind: "text" },
    { name: "no", label: bundle.no, kind: "text", isWide: true },
    { name: "status", label: bundle.status, kind: "state", states: payStates },
    { name: "appId", label: bundle.app, kind: "select", options },
    { name: "channelOrderNo", label: bundle.channelOrderNo, kind: "text", isWide: true },
    { name: "channelCode", label: bundle.channel, kind: "select", options: channelOptions },
    { name: "userId", label: bundle.userId, kind: "number" },
    { name: "createTime", label: bundle.time, kind: "time" },
  ];
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path="/admin-api/pay/order/page"
        filters={filters}
        exports={{ path: "/admin-api/pay/order/export", permission: "pay:order:export", name: "pay-orders.csv" }}
        columns={[
          { title: words("id"), render: (_, row) => <Link to={`/pay/orders/${row.id}`}>{row.id}</Link> },
          {
            title: words("merchantOrderId"),
            render: (_, row) => (
              <>
                <MerchantOrder appId={row.appId} no={row.merchantOrderId} />
                <SecondLine>{nameOf(row.appId)}</SecondLine>
              </>
            ),
          },
          { title: words("subject"), dataIndex: "subject", ellipsis: true, width: 200 },
          { title: words("member"), render: (_, row) => <Person id={row.userId} user={row.user} /> },
          { title: words("price"), align: "right", render: (_, row) => <Money fen={row.price} /> },
          {
            title: words("wallet"),
            align: "right",
            render: (_, row) => <Money fen={row.walletCombinationPaymentPrice || null} />,
          },
          {
            title: words("refunded"),
            align: "right",
            render: (_, row) => <Money fen={row.refundPrice + row.walletCombinationRefundPrice || null} />,
          },
          { title: words("status"), render: (_, row) => <State of={payStates} value={row.status} /> },
          {
            title: words("channel"),
            render: (_, row) => (
              <>
                <Channel code={row.channelCode} />
                {row.channelOrderNo && <SecondLine>{row.channelOrderNo}</SecondLine>}
              </>
            ),
          },
          { title: words("time"), render: (_, row) => <Moment ms={row.createTime} /> },
          { title: words("paid"), render: (_, row) => <Moment ms={row.successTime} /> },
        ]}
      />
    </>
  );
}
