import { Typography } from "antd";
import { Link } from "react-router";
import { Money, Moment, State } from "../../parts/figures";
import type { Filter } from "../../parts/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/PageTable";
import { Person } from "../../parts/Person";
import { useTexts } from "../../texts/texts";
import { MerchantOrder, usePayApps } from "./apps";
import { Channel, channelOptions } from "./channels";
import { payStates } from "./pay.states";

const bundle = {
  title: ["Pay orders", "支付单"],
  id: ["Pay order", "支付单"],
  status: ["State", "状态"],
  app: ["Pay app", "支付应用"],
  merchantOrderId: ["Order", "商户订单"],
  orderNo: ["Order ID or number", "订单 ID 或编号"],
  no: ["Number", "支付流水号"],
  channelOrderNo: ["Channel's number", "渠道单号"],
  channel: ["Channel", "支付渠道"],
  userId: ["Member ID", "会员编号"],
  member: ["Member", "会员"],
  subject: ["Subject", "标题"],
  price: ["By channel", "渠道支付"],
  wallet: ["By wallet", "钱包支付"],
  refunded: ["Refunded", "已退款"],
  time: ["Made", "创建时间"],
  paid: ["Paid", "支付时间"],
} as const;

export function PayOrderList() {
  const words = useTexts(bundle);
  const { nameOf, options } = usePayApps();
  const filters: Filter[] = [
    { name: "status", label: bundle.status, kind: "state", states: payStates },
    { name: "appId", label: bundle.app, kind: "select", options },
    { name: "merchantOrderId", label: bundle.orderNo, kind: "text" },
    { name: "no", label: bundle.no, kind: "text" },
    { name: "channelOrderNo", label: bundle.channelOrderNo, kind: "text" },
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
                <Typography.Text type="secondary" style={{ display: "block", fontSize: 12 }}>
                  {nameOf(row.appId)}
                </Typography.Text>
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
                {row.channelOrderNo && (
                  <Typography.Text type="secondary" style={{ display: "block", fontSize: 12 }}>
                    {row.channelOrderNo}
                  </Typography.Text>
                )}
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
