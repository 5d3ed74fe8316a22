import { Link } from "react-router";
import { put } from "../../client/client";
import { ActDialog } from "../../parts/acts/ActDialog";
import { Money, Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { Person } from "../../parts/shown/Person";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useMay } from "../../shell/operator";
import { useLanguage, useTexts } from "../../texts/texts";
import { Channel } from "./channels";
import { anomalyEnds, anomalyKinds, anomalyStates, refundStates } from "./pay.states";

const bundle = {
  title: ["Payment anomalies", "支付异常"],
  kind: ["Type", "异常类型"],
  status: ["Status", "状态"],
  payOrderId: ["Payment", "支付单"],
  merchantOrderId: ["Order", "商户订单"],
  no: ["Payment or channel reference", "流水号 / 渠道单号"],
  member: ["Member", "会员"],
  channel: ["Channel", "支付渠道"],
  price: ["Received", "实际金额"],
  expected: ["Expected", "应付金额"],
  refund: ["Auto-refund", "自动退款"],
  note: ["Note", "说明"],
  time: ["Detected", "发现时间"],
  ended: ["Resolved", "结束"],
  actions: ["Actions", "操作"],
  close: ["Close", "关闭"],
  remark: ["Resolution note", "处理说明"],
  done: ["Closed", "已关闭"],
  operator: ["operator {{id}}", "操作员 {{id}}"],
} as const;

const filters: Filter[] = [
  { name: "merchantOrderId", label: bundle.merchantOrderId, kind: "text" },
  { name: "no", label: bundle.no, kind: "text", isWide: true },
  { name: "status", label: bundle.status, kind: "state", states: anomalyStates },
  {
    name: "kind",
    label: bundle.kind,
    kind: "select",
    options: Object.entries(anomalyKinds).map(([value, label]) => ({ value, label })),
  },
  { name: "payOrderId", label: bundle.payOrderId, kind: "number" },
  { name: "createTime", label: bundle.time, kind: "time" },
];

export default function AnomaliesPage() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const may = useMay();
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path="/admin-api/pay/anomaly/page"
        filters={filters}
        columns={[
          { title: "ID", dataIndex: "id" },
          { title: words("kind"), render: (_, row) => of(anomalyKinds[row.kind]) },
          { title: words("status"), weight: 80, render: (_, row) => <State of={anomalyStates} value={row.status} /> },
          {
            title: words("payOrderId"),
            render: (_, row) => (
              <>
                {row.payOrderId === null ? "–" : <Link to={`/pay/orders/${row.payOrderId}`}>{row.payOrderId}</Link>}
                <SecondLine>{row.no}</SecondLine>
              </>
            ),
          },
          {
            title: words("member"),
            render: (_, row) => (row.userId === null ? "–" : <Person id={row.userId} user={row.user} />),
          },
          { title: words("merchantOrderId"), render: (_, row) => row.merchantOrderId ?? "–" },
          {
            title: words("channel"),
            render: (_, row) => (
              <>
                <Channel code={row.channelCode} />
                <SecondLine>{row.channelOrderNo}</SecondLine>
              </>
            ),
          },
          { title: words("price"), align: "right", render: (_, row) => <Money fen={row.price} /> },
          { title: words("expected"), align: "right", render: (_, row) => <Money fen={row.expectedPrice} /> },
          {
            title: words("refund"),
            render: (_, row) =>
              row.refundNo === null ? (
                "–"
              ) : (
                <>
                  <State of={refundStates} value={row.refundStatus} />
                  <Link to={`/pay/refunds?no=${row.refundNo}`} style={{ display: "block", fontSize: 12 }}>
                    {row.refundNo}
                  </Link>
                </>
              ),
          },
          {
            title: words("note"),
            render: (_, row) => <div style={{ maxWidth: 240, overflowWrap: "anywhere" }}>{row.note || "–"}</div>,
          },
          { title: words("time"), render: (_, row) => <Moment ms={row.createTime} /> },
          {
            title: words("ended"),
            render: (_, row) =>
              row.endTime === null ? (
                "–"
              ) : (
                <div style={{ maxWidth: 240, overflowWrap: "anywhere" }}>
                  <Moment ms={row.endTime} />
                  <SecondLine>
                    {row.operatorId === null
                      ? row.endedBy && of(anomalyEnds[row.endedBy])
                      : (row.operatorName ?? words("operator", { id: row.operatorId }))}
                  </SecondLine>
                  {row.remark}
                </div>
              ),
          },
          {
            title: words("actions"),
            fixed: "right",
            render: (_, row) =>
              row.status === 0 &&
              may("pay:anomaly:close") && (
                <ActDialog<{ remark: string }>
                  size="small"
                  label={words("close")}
                  heading={`${words("close")}: ${of(anomalyKinds[row.kind])}`}
                  fields={[{ name: "remark", label: bundle.remark, kind: "longText", needed: true }]}
                  act={({ remark }) => put("/admin-api/pay/anomaly/close", { id: row.id, remark })}
                  changes={["/admin-api/pay/anomaly/"]}
                  done={words("done")}
                />
              ),
          },
        ]}
      />
    </>
  );
}
