import { Alert as Notice, Button, Empty, Flex, Skeleton, Tag, theme, Typography } from "antd";
import { Link } from "react-router";
import { put } from "../../client/client";
import { useAct, useRead } from "../../client/queries";
import { Moment } from "../../parts/shown/figures";
import { useMay } from "../../shell/operator";
import { useLanguage, useTexts } from "../../texts/texts";
import { alertKinds, type Alert } from "../queues/queue.states";
import { Runbook } from "./Runbook";
import { SilencedTag } from "./SilencedTag";

const bundle = {
  none: ["No alert fires", "没有触发中的告警"],
  acknowledge: ["Acknowledge", "确认"],
  acknowledged: ["Acknowledged", "已确认"],
  seenBy: ["Acknowledged by {{who}}", "{{who}} 已确认"],
  all: ["All alerts", "全部告警"],
  rules: ["Alert rules", "告警规则"],
} as const;
const base = "/admin-api/infra/alert/";
const SHOWN = 20;

/** The alerts that fire, from which they are acknowledged. */
export function OpenAlerts({ onLeave }: { onLeave: () => void }) {
  const words = useTexts(bundle);
  const read = useRead(`${base}page`, { status: 10, pageSize: SHOWN });
  const alerts = (read.data?.list ?? []).toSorted((a, b) => Number(isQuiet(a)) - Number(isQuiet(b)));
  return (
    <Flex vertical gap={12}>
      {read.error && <Notice type="error" showIcon title={read.error.message} />}
      {!read.data && !read.error && <Skeleton active />}
      {read.data && alerts.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={words("none")} />}
      {alerts.map((alert) => (
        <OpenAlert key={alert.id} alert={alert} />
      ))}
      <Flex gap={16}>
        <Link to="/alerts" onClick={onLeave}>
          {words("all")}
        </Link>
        <Link to="/alert-rules" onClick={onLeave}>
          {words("rules")}
        </Link>
      </Flex>
    </Flex>
  );
}

/** It waits for nobody, so it stands below those that do. */
const isQuiet = (alert: Alert): boolean => isSeen(alert) || alert.silenceTime !== null;
const isSeen = ({ acknowledgeTime }: Alert): boolean => acknowledgeTime !== null;

function OpenAlert({ alert }: { alert: Alert }) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const may = useMay();
  const { token } = theme.useToken();
  const acknowledge = useAct(() => put(`${base}acknowledge`, { id: alert.id }), [base], words("acknowledged"));
  const { words: kind, unit } = alertKinds[alert.kind];
  const value = `${alert.value.toLocaleString()} (> ${alert.threshold.toLocaleString()} ${of(unit)})`;
  return (
    <Flex
      vertical
      gap={4}
      style={{ borderBottom: `1px solid ${token.colorBorderSecondary}`, paddingBottom: 12, overflowWrap: "anywhere" }}
    >
      <Flex gap={8} justify="space-between" align="start">
        <strong>{alert.name}</strong>
        {!isSeen(alert) && may("infra:queue:operate") && (
          <Button size="small" loading={acknowledge.isPending} onClick={() => acknowledge.mutate(undefined)}>
            {words("acknowledge")}
          </Button>
        )}
      </Flex>
      <span>
        <Link to={`/queues/${alert.queue}`}>{alert.queue}</Link> · {of(kind)}: <span className="numbers">{value}</span>
      </span>
      <Typography.Text type="secondary">
        <Moment ms={alert.fireTime} /> · {of([alert.todo.en, alert.todo.zh])}
      </Typography.Text>
      <Runbook line={alert.runbook} />
      {(isSeen(alert) || alert.silenceTime !== null) && (
        <Flex wrap gap={4}>
          <SilencedTag until={alert.silenceTime} />
          {isSeen(alert) && (
            <Tag>{words("seenBy", { who: alert.acknowledgeOperatorName ?? `#${alert.acknowledgeOperatorId}` })}</Tag>
          )}
        </Flex>
      )}
    </Flex>
  );
}
