import { Link } from "react-router";
import { Money, Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useLanguage, useTexts } from "../../texts/texts";
import { providers, reconciliationStates } from "./pay.states";
import { RunReconciliation, useComparedChannels } from "./RunReconciliation";

const bundle = {
  title: ["Reconciliation", "对账"],
  day: ["Day", "账单日"],
  channel: ["Channel", "支付渠道"],
  status: ["Status", "状态"],
  platform: ["Provider", "支付平台"],
  payments: ["Payments (shop / provider)", "付款（本地 / 平台）"],
  refunds: ["Refunds (shop / provider)", "退款（本地 / 平台）"],
  fee: ["Fee", "手续费"],
  equal: ["Matched", "一致"],
  differ: ["Differences", "差异"],
  compared: ["Reconciled", "对账时间"],
  next: ["Next run", "下次对账"],
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
                <SecondLine>{row.merchantId}</SecondLine>
              </>
            ),
          },
          {
            title: words("status"),
            weight: 80,
            render: (_, row) => (
              <>
                <State of={reconciliationStates} value={row.status} />
                {row.channelErrorCode && (
                  <SecondLine isError>
                    {row.channelErrorCode} {row.channelErrorMsg}
                  </SecondLine>
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
