import { Flex, Input, Tag, Tooltip } from "antd";
import { Link } from "react-router";
import type { Field } from "../../parts/fields/fields";
import { Moment } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { NounPage } from "../../parts/NounPage";
import { useLanguage, useTexts, type Pair } from "../../texts/texts";
import { alertKindOptions, alertKinds, queueOptions } from "../queues/queue.states";
import { Runbook } from "./Runbook";
import { SilenceButton } from "./SilenceButton";
import { SilencedTag } from "./SilencedTag";

const bundle = {
  title: ["Alert rules", "告警规则"],
  name: ["Name", "名称"],
  kind: ["Metric", "监控项"],
  queue: ["Queue", "队列"],
  every: ["All queues", "所有队列"],
  threshold: ["Threshold", "阈值"],
  forSeconds: ["Duration (seconds)", "持续时间（秒）"],
  enabled: ["Enabled", "启用"],
  off: ["Disabled", "停用"],
  webhook: ["Webhook", "通知地址"],
  signed: ["Signed", "已签名"],
  lastTry: ["Last attempt", "最近尝试"],
  alerts: ["Alerts", "告警记录"],
} as const;
const webhookStates: Record<string, readonly [Pair, string]> = {
  unused: [["Not used yet", "未使用"], "default"],
  works: [["Working", "正常"], "success"],
  failing: [["Failing", "失败重试中"], "warning"],
  dead: [["Dead", "已失效"], "error"],
};
const filters: Filter[] = [
  { name: "name", label: bundle.name, kind: "text" },
  { name: "kind", label: bundle.kind, kind: "select", options: alertKindOptions },
  { name: "queue", label: bundle.queue, kind: "select", options: queueOptions },
  { name: "enabled", label: bundle.enabled, kind: "yesNo" },
];
const fields: Field[] = [
  { name: "name", label: bundle.name, kind: "text", needed: true },
  { name: "kind", label: bundle.kind, kind: "select", needed: true, options: alertKindOptions },
  {
    name: "queue",
    label: bundle.queue,
    kind: "select",
    options: queueOptions,
    hint: ["Leave blank to monitor each queue separately", "留空表示每个队列分别监控"],
  },
  {
    name: "threshold",
    label: bundle.threshold,
    kind: "number",
    needed: true,
    min: 0,
    hint: [
      "Seconds for age and silence (at least 60 for silence), a count for the others",
      "等待时长与无响应以秒计（无响应至少 60 秒），其余为数量",
    ],
  },
  { name: "forSeconds", label: bundle.forSeconds, kind: "number", min: 0, max: 86_400, initial: 60 },
  {
    name: "webhookUrl",
    label: bundle.webhook,
    kind: "text",
    hint: ["Called when the alert fires and when it resolves", "触发与恢复时各通知一次"],
  },
  {
    name: "secret",
    label: ["Webhook secret", "签名密钥"],
    kind: "custom",
    control: <Input.Password autoComplete="off" />,
    hint: [
      "whsec_ followed by base64; never shown again. Leave blank to keep the current secret.",
      "以 whsec_ 开头，保存后不再显示；留空则保留原密钥。",
    ],
  },
  {
    name: "runbook",
    label: ["Runbook", "处理手册"],
    kind: "text",
    hint: ["What to do when it fires, in one line; may be an address", "触发时的处理说明，一行，可填链接"],
  },
  { name: "enabled", label: bundle.enabled, kind: "switch", initial: true },
];

export default function AlertRulesPage() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/infra/alert-rule/page"
      permission="infra:alert-rule"
      writes="infra:queue:operate"
      filters={filters}
      fields={fields}
      actions={(row) => <SilenceButton rule={row} />}
      columns={[
        { title: "ID", dataIndex: "id" },
        {
          title: words("name"),
          render: (_, row) => (
            <>
              {row.name} {!row.enabled && <Tag>{words("off")}</Tag>}
              <Tooltip title={row.silenceReason}>
                <div>
                  <SilencedTag until={row.silenceTime} />
                </div>
              </Tooltip>
              <div style={{ maxWidth: 280, whiteSpace: "normal" }}>
                <Runbook line={row.runbook} />
              </div>
            </>
          ),
        },
        { title: words("kind"), render: (_, row) => of(alertKinds[row.kind].words) },
        { title: words("queue"), render: (_, row) => row.queue ?? words("every") },
        {
          title: words("threshold"),
          render: (_, row) => (
            <span className="numbers">
              {`> ${row.threshold.toLocaleString()} ${of(alertKinds[row.kind].unit)}, ${row.forSeconds} s`}
            </span>
          ),
        },
        {
          title: words("webhook"),
          render: (_, row) => {
            const [state, colour] = webhookStates[row.webhookState] ?? webhookStates["unused"]!;
            return row.webhookUrl ? (
              <Flex vertical gap={4}>
                <span style={{ maxWidth: 280, overflow: "hidden", textOverflow: "ellipsis" }}>{row.webhookUrl}</span>
                <Tooltip title={row.webhookError}>
                  <Flex gap={4}>
                    <Tag color={colour}>{of(state)}</Tag>
                    {row.hasSecret && <Tag>{words("signed")}</Tag>}
                  </Flex>
                </Tooltip>
              </Flex>
            ) : (
              "–"
            );
          },
        },
        { title: words("lastTry"), render: (_, row) => <Moment ms={row.webhookTryTime} /> },
        {
          title: words("alerts"),
          render: (_, row) => (
            <Link to={`/alerts?kind=${row.kind}${row.queue ? `&queue=${row.queue}` : ""}`}>{words("alerts")}</Link>
          ),
        },
      ]}
    />
  );
}
