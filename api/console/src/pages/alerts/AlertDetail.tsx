import { Descriptions, Empty, Flex, Typography } from "antd";
import { Moment, State } from "../../parts/shown/figures";
import { useLanguage, useTexts } from "../../texts/texts";
import { alertKinds, alertStates, deliveryStates, type Alert } from "../queues/queue.states";
import { Runbook } from "./Runbook";
import { SilencedTag } from "./SilencedTag";

const bundle = {
  queue: ["Queue", "队列"],
  kind: ["Metric", "监控项"],
  value: ["Current / peak / threshold", "当前 / 峰值 / 阈值"],
  status: ["Status", "状态"],
  began: ["Began", "开始时间"],
  fired: ["Fired", "触发时间"],
  resolved: ["Resolved", "恢复时间"],
  todo: ["What to do", "处理建议"],
  runbook: ["Runbook", "处理手册"],
  noRunbook: ["None yet; it is written at the rule", "暂无，可在告警规则中填写"],
  seen: ["Acknowledged", "确认"],
  silence: ["Silence reason", "静默原因"],
  told: ["Who was told", "通知记录"],
  nobody: ["Nobody: the rule has no webhook", "无：该规则没有通知地址"],
  firing: ["Fired", "触发"],
  over: ["Resolved", "恢复"],
  tries: ["{{tries}} attempts", "{{tries}} 次尝试"],
} as const;

/** One alert: what it is about, what to do, and who was told when. */
export function AlertDetail({ alert }: { alert: Alert }) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const { words: kind, unit } = alertKinds[alert.kind];
  const values = [alert.value, alert.peak, alert.threshold].map((value) => value.toLocaleString()).join(" / ");
  const seen = alert.acknowledgeTime !== null && (
    <>
      {alert.acknowledgeOperatorName ?? `#${alert.acknowledgeOperatorId}`} <Moment ms={alert.acknowledgeTime} />
      <div>{alert.remark}</div>
    </>
  );
  return (
    <>
      <Descriptions
        column={1}
        size="small"
        items={[
          {
            key: "status",
            label: words("status"),
            children: (
              <Flex wrap gap={4}>
                <State of={alertStates} value={alert.status} />
                <SilencedTag until={alert.silenceTime} />
              </Flex>
            ),
          },
          ...(alert.silenceTime === null
            ? []
            : [
                {
                  key: "silence",
                  label: words("silence"),
                  children: `${alert.silenceReason} (${alert.silenceOperatorName ?? "–"})`,
                },
              ]),
          { key: "queue", label: words("queue"), children: alert.queue },
          { key: "kind", label: words("kind"), children: of(kind) },
          { key: "value", label: words("value"), children: <span className="numbers">{`${values} ${of(unit)}`}</span> },
          { key: "began", label: words("began"), children: <Moment ms={alert.beginTime} /> },
          { key: "fired", label: words("fired"), children: <Moment ms={alert.fireTime} /> },
          { key: "resolved", label: words("resolved"), children: <Moment ms={alert.resolveTime} /> },
          { key: "seen", label: words("seen"), children: <div>{seen || "–"}</div> },
          { key: "todo", label: words("todo"), children: of([alert.todo.en, alert.todo.zh]) },
          {
            key: "runbook",
            label: words("runbook"),
            children: alert.runbook ? (
              <Runbook line={alert.runbook} />
            ) : (
              <Typography.Text type="secondary">{words("noRunbook")}</Typography.Text>
            ),
          },
        ]}
      />
      <h3>{words("told")}</h3>
      {alert.deliveries.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={words("nobody")} />}
      {alert.deliveries.map((delivery) => (
        <Flex key={delivery.event} vertical gap={2} style={{ marginBottom: 12, overflowWrap: "anywhere" }}>
          <Flex gap={8} wrap align="center">
            <strong>{words(delivery.event === "firing" ? "firing" : "over")}</strong>
            <State of={deliveryStates} value={delivery.status} />
            <Moment ms={delivery.tryTime} />
          </Flex>
          <span>{delivery.to}</span>
          <Typography.Text type="secondary">
            {[
              words("tries", { tries: delivery.tries }),
              ...(delivery.httpStatus === null ? [] : [`HTTP ${delivery.httpStatus}`]),
              ...(delivery.error === "" ? [] : [delivery.error]),
            ].join(" · ")}
          </Typography.Text>
        </Flex>
      ))}
    </>
  );
}
