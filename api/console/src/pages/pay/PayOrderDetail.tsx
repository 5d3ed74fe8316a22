import { Alert, Card, Skeleton, Space, Table } from "antd";
import type { ComponentProps } from "react";
import { Link } from "react-router";
import type { DataOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { Facts } from "../../parts/shown/Facts";
import { Money, Moment, State } from "../../parts/shown/figures";
import { JobTimeline } from "../../parts/shown/JobTimeline";
import { PageHead } from "../../parts/PageHead";
import { Person } from "../../parts/shown/Person";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { againWhileOpen, WhyLine } from "../why/WhyLine";
import { MerchantOrder, usePayApps } from "./apps";
import { ReasonAndKind, StateWithError, WithReference } from "./cells";
import { Channel } from "./channels";
import { attemptStates, payStates, refundStates } from "./pay.states";
import { RefundTrouble } from "./RefundActs";

const bundle = {
  all: ["All payments", "全部支付单"],
  title: ["Payment {{id}}", "支付单 {{id}}"],
  about: ["Details", "支付信息"],
  app: ["Payment app", "支付应用"],
  merchantOrderId: ["Order", "商户订单"],
  subject: ["Subject", "标题"],
  member: ["Member", "会员"],
  price: ["Paid by channel", "渠道支付"],
  wallet: ["Paid by wallet", "钱包支付"],
  fee: ["Channel fee", "渠道手续费"],
  refunded: ["Refunded by channel", "渠道已退"],
  walletRefunded: ["Refunded to wallet", "钱包已退"],
  channel: ["Channel", "支付渠道"],
  no: ["Payment no.", "支付流水号"],
  channelNo: ["Channel reference", "渠道单号"],
  payer: ["Payer ID at channel", "渠道用户"],
  made: ["Created", "创建时间"],
  expires: ["Expires", "失效时间"],
  paid: ["Paid", "支付时间"],
  notifyUrl: ["Notify URL", "通知地址"],
  ip: ["IP address", "用户 IP"],
  attempts: ["Attempts", "支付尝试"],
  refunds: ["Refunds", "退款"],
  status: ["Status", "状态"],
  refundNo: ["Refund no.", "退款单号"],
  channelAmount: ["Channel amount", "渠道金额"],
  walletAmount: ["Wallet amount", "钱包金额"],
  reason: ["Reason", "原因"],
  done: ["Completed", "完成时间"],
  notifies: ["Merchant notifications", "查看商户通知"],
  anomalies: ["Anomalies", "查看支付异常"],
} as const;

type PayOrder = DataOf<"/admin-api/pay/order/get-detail">;

export function PayOrderDetail({ id }: { id: number }) {
  const words = useTexts(bundle);
  const may = useMay();
  const { data, error } = useRead("/admin-api/pay/order/get-detail", { id }, { everyMs: againWhileOpen });
  const back = { to: "/pay/orders", label: words("all") };
  if (!data)
    return (
      <>
        <PageHead title={words("title", { id })} back={back} />
        {error ? <Alert type="error" showIcon title={error.message} /> : <Skeleton active />}
      </>
    );
  return (
    <>
      <PageHead title={words("title", { id })} back={back} beside={<State of={payStates} value={data.status} />}>
        <Space size="large">
          {may("pay:notify:query") && <Link to={`/pay/notifies?payOrderId=${id}`}>{words("notifies")}</Link>}
          {may("pay:anomaly:query") && <Link to={`/pay/anomalies?payOrderId=${id}`}>{words("anomalies")}</Link>}
        </Space>
      </PageHead>
      <WhyLine why={data.why} />
      <About order={data} />
      <Attempts order={data} />
      <Refunds order={data} />
      <JobTimeline kind="payOrder" id={id} />
    </>
  );
}

function About({ order }: { order: PayOrder }) {
  const words = useTexts(bundle);
  const { nameOf } = usePayApps();
  return (
    <Facts
      title={words("about")}
      facts={[
        [words("merchantOrderId"), <MerchantOrder key="order" appId={order.appId} no={order.merchantOrderId} />],
        [words("app"), nameOf(order.appId)],
        [words("subject"), order.subject],
        [words("member"), <Person key="member" id={order.userId} user={order.user} />],
        [
          words("price"),
          <strong key="price">
            <Money fen={order.price} />
          </strong>,
        ],
        [
          words("wallet"),
          order.walletCombinationPaymentPrice ? <Money fen={order.walletCombinationPaymentPrice} /> : undefined,
        ],
        [words("channel"), <Channel key="channel" code={order.channelCode} />],
        [
          words("fee"),
          order.channelFeePrice === null ? undefined : (
            <>
              <Money fen={order.channelFeePrice} /> ({order.channelFeeRate}%)
            </>
          ),
        ],
        [words("refunded"), order.refundPrice ? <Money fen={order.refundPrice} /> : undefined],
        [
          words("walletRefunded"),
          order.walletCombinationRefundPrice ? <Money fen={order.walletCombinationRefundPrice} /> : undefined,
        ],
        [words("no"), order.no ?? undefined],
        [words("channelNo"), order.channelOrderNo ?? undefined],
        [words("payer"), order.channelUserId ?? undefined],
        [words("made"), <Moment key="made" ms={order.createTime} />],
        [words("expires"), <Moment key="expires" ms={order.expireTime} />],
        [words("paid"), order.successTime ? <Moment ms={order.successTime} /> : undefined],
        [words("ip"), order.userIp],
        [words("notifyUrl"), order.notifyUrl],
      ]}
    />
  );
}

function Attempts({ order }: { order: PayOrder }) {
  const words = useTexts(bundle);
  const hasWallet = order.extensions.some((row) => row.walletCombinationPaymentPrice > 0);
  return (
    <Card title={words("attempts")} style={{ marginBottom: 16 }}>
      <Table
        rowKey="id"
        size="small"
        pagination={false}
        scroll={{ x: "max-content" }}
        dataSource={order.extensions}
        columns={[
          { title: words("no"), render: (_, row) => <WithReference no={row.no} reference={row.channelOrderNo} /> },
          {
            title: words("channel"),
            render: (_, row) => (
              <>
                <Channel code={row.channelCode} />
                {row.displayMode && <SecondLine>{row.displayMode}</SecondLine>}
              </>
            ),
          },
          { title: words("channelAmount"), align: "right", render: (_, row) => <Money fen={row.price} /> },
          {
            title: words("walletAmount"),
            hidden: !hasWallet,
            align: "right",
            render: (_, row) => <Money fen={row.walletCombinationPaymentPrice || null} />,
          },
          { title: words("status"), render: (_, row) => <StateWithError of={attemptStates} row={row} /> },
          { title: words("made"), render: (_, row) => <Moment ms={row.createTime} /> },
          { title: words("paid"), render: (_, row) => <Moment ms={row.successTime} /> },
        ]}
      />
    </Card>
  );
}

function Refunds({ order }: { order: PayOrder }) {
  const words = useTexts(bundle);
  if (order.refunds.length === 0) return null;
  const hasWallet = order.refunds.some((row) => row.walletCombinationRefundPrice > 0);
  const isAbove: ComponentProps<typeof WhyLine>["but"] = (one) =>
    order.why.acts.some(({ act, id }) => act === one.act && id === one.id);
  return (
    <Card title={words("refunds")}>
      <Table
        rowKey="id"
        size="small"
        pagination={false}
        scroll={{ x: "max-content" }}
        dataSource={order.refunds}
        // Fixed: as wide as the visible part of the table. What helps the worst of them stands at the top of the page.
        expandable={{
          fixed: true,
          defaultExpandAllRows: true,
          expandedRowRender: ({ no, why }) => <WhyLine why={why} but={isAbove} of={no} />,
        }}
        columns={[
          {
            title: words("refundNo"),
            render: (_, row) => <WithReference no={row.no} reference={row.channelRefundNo} />,
          },
          { title: words("channelAmount"), align: "right", render: (_, row) => <Money fen={row.refundPrice} /> },
          {
            title: words("walletAmount"),
            hidden: !hasWallet,
            align: "right",
            render: (_, row) => <Money fen={row.walletCombinationRefundPrice || null} />,
          },
          {
            title: words("status"),
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
          { title: words("made"), render: (_, row) => <Moment ms={row.createTime} /> },
          { title: words("done"), render: (_, row) => <Moment ms={row.successTime} /> },
        ]}
      />
    </Card>
  );
}
