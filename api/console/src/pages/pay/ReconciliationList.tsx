import { Typography } from "antd";
import { Link } from "react-router";
import { Money, Moment, State } from "../../parts/figures";
import type { Filter } from "../../parts/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/PageTable";
import { useLanguage, useTexts } from "../../texts/texts";
import { providers, reconciliationStates } from "./pay.states";
import { RunReconciliation, useComparedChannels } from "./RunReconciliation";

const bundle = {
  title: ["Reconciliation", "对账"],
  day: ["Day", "账单日"],
  channel: ["Channel", "支付渠道"],
  status: ["State", "状态"],
  platform: ["Platform", "支付平台"],
  payments: ["Payments here / there", "付款（本地 / 平台）"],
  refunds: ["Refunds here / there", "退款（本地 / 平台）"],
  fee: ["Fee", "手续费"],
  equal: ["Equal", "一致"],
  differ: ["Differ", "差异"],
  compared: ["Compared", "对账时间"],
  next: ["Again", "下次对账"],
} as const;

export function ReconciliationList() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const channels = useComparedChannels();
  const filters: Filter[] = [
    { name: "day", label: bundle.day, kind: "days" },
    {
      name: "channelId",
      label: bundle.channel,
      kind: "select",
      options: channels.map(({ value, label }) => ({ value: String(value), label: [label, label] })),
    },
    { name: "status", label: bundle.status, kind: "state", states: reconciliationStates },
  ];
  const side = (count: number, fen: number) => (
    <span className="numbers">
      {count} · <Money fen={fen} />
    </span>
  );
  return (
    <>
      <PageHead title={words("title")}>
        <RunReconciliation />
      </PageHead>
      <PageTable
        path="/admin-api/pay/reconciliation/page"
        filters={filters}
        columns={[
          { title: words("day"), render: (_, row) => <Link to={`/pay/reconciliations/${row.id}`}>{row.day}</Link> },
          {
            title: words("platform"),
            render: (_, row) => (
              <>
                {providers[row.platform] ? of(providers[row.platform]!) : row.platform}
                <Typography.Text type="secondary" style={{ display: "block", fontSize: 12 }}>
                  {row.merchantId}
                </Typography.Text>
              </>
            ),
          },
          {
            title: words("status"),
            render: (_, row) => (
              <>
                <State of={reconciliationStates} value={row.status} />
                {row.channelErrorCode && (
                  <Typography.Text type="danger" style={{ display: "block", fontSize: 12, maxWidth: 220 }}>
                    {row.channelErrorCode} {row.channelErrorMsg}
                  </Typography.Text>
                )}
              </>
            ),
          },
          {
            title: words("payments"),
            align: "right",
            render: (_, row) => (
              <>
                <div>{side(row.paymentCount, row.paymentPrice)}</div>
                <div>{side(row.channelPaymentCount, row.channelPaymentPrice)}</div>
              </>
            ),
          },
          {
            title: words("refunds"),
            align: "right",
            render: (_, row) => (
              <>
                <div>{side(row.refundCount, row.refundPrice)}</div>
                <div>{side(row.channelRefundCount, row.channelRefundPrice)}</div>
              </>
            ),
          },
          { title: words("fee"), align: "right", render: (_, row) => <Money fen={row.channelFeePrice} /> },
          { title: words("equal"), align: "right", dataIndex: "equalCount" },
          { title: words("differ"), align: "right", dataIndex: "differenceCount" },
          { title: words("compared"), render: (_, row) => <Moment ms={row.compareTime} /> },
          { title: words("next"), render: (_, row) => <Moment ms={row.nextRunTime} /> },
        ]}
      />
    </>
  );
}
