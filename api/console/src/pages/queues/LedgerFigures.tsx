import { Flex, Tag, Tooltip, Typography } from "antd";
import { Link } from "react-router";
import type { DataOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { span } from "../../parts/shown/figures";
import { useTexts } from "../../texts/texts";

const bundle = {
  well: ["All jobs are on time", "所有任务均已按时入队"],
  overdue: ["{{count}} late to enqueue, oldest by {{time}}", "{{count}} 个任务入队延迟，最久 {{time}}"],
  unknown: ["{{count}} unknown", "{{count}} 个未知任务"],
  kept: ["{{count}} held, oldest for {{time}}", "{{count}} 个已暂缓，最久 {{time}}"],
  failing: ["A job has been failing for {{time}}", "有任务持续失败 {{time}}"],
  healed: ["Lost jobs re-enqueued in 5 minutes: {{count}}", "5 分钟内重新发送 {{count}} 个丢失的任务"],
  ranAgain: ["Jobs re-run in 5 minutes: {{count}}", "5 分钟内再次执行 {{count}} 个任务"],
  rate: ["{{count}} per minute enqueued or checked", "每分钟入队或核对 {{count}} 个"],
} as const;

type Figures = DataOf<"/admin-api/infra/job/figures">;
/** A job that fails for a shorter time may still succeed by itself. */
const FAILING_SECONDS = 60;
/** Shorter delays are normal. */
const LATE_SECONDS = 10;

/** The health of the job ledger, in words; only problems, each with a link. */
export function LedgerFigures() {
  const words = useTexts(bundle);
  const { data } = useRead("/admin-api/infra/job/figures", undefined, { everyMs: 10_000 });
  if (!data) return null;
  const sum = (of: (one: Figures[number]) => number) => data.reduce((total, one) => total + of(one), 0);
  const most = (of: (one: Figures[number]) => number) => Math.max(...data.map(of));
  const where = (of: (one: Figures[number]) => number) =>
    data
      .filter((one) => of(one) > 0)
      .map((one) => `${one.queue}: ${of(one).toLocaleString()}`)
      .join(", ");
  const seconds = (count: number) => span(count * 1_000);
  const late = most(({ overdueSeconds }) => overdueSeconds);
  const failing = most(({ failingSeconds }) => failingSeconds);
  const findings = [
    late > LATE_SECONDS && {
      text: words("overdue", { count: sum(({ overdue }) => overdue), time: seconds(late) }),
      where: where(({ overdue }) => overdue),
      colour: "error",
    },
    sum(({ unknown }) => unknown) > 0 && {
      text: words("unknown", { count: sum(({ unknown }) => unknown) }),
      where: where(({ unknown }) => unknown),
      colour: "error",
      to: "/jobs?state=unknown",
    },
    sum(({ kept }) => kept) > 0 && {
      text: words("kept", { count: sum(({ kept }) => kept), time: seconds(most(({ keptSeconds }) => keptSeconds)) }),
      where: where(({ kept }) => kept),
      colour: "warning",
      to: "/jobs?kept=true",
    },
    failing > FAILING_SECONDS && {
      text: words("failing", { time: seconds(failing) }),
      where: where(({ failingSeconds }) => failingSeconds),
      colour: "warning",
      to: "/jobs?state=retrying",
    },
    sum(({ healed }) => healed) > 0 && {
      text: words("healed", { count: sum(({ healed }) => healed) }),
      where: where(({ healed }) => healed),
      colour: "warning",
    },
    sum(({ ranAgain }) => ranAgain) > 0 && {
      text: words("ranAgain", { count: sum(({ ranAgain }) => ranAgain) }),
      where: where(({ ranAgain }) => ranAgain),
      colour: "default",
    },
  ].filter((one) => one !== false);
  return (
    <Flex wrap gap={8} align="center" style={{ marginBottom: 12 }}>
      {findings.length === 0 && <Tag color="success">{words("well")}</Tag>}
      {findings.map(({ text, where: queues, colour, to }) => (
        <Tooltip key={text} title={queues}>
          <Tag color={colour} style={{ whiteSpace: "normal" }}>
            {to ? <Link to={to}>{text}</Link> : text}
          </Tag>
        </Tooltip>
      ))}
      <Typography.Text type="secondary" style={{ fontSize: 12 }}>
        {words("rate", { count: Math.round(sum(({ walkedPerMinute }) => walkedPerMinute)).toLocaleString() })}
      </Typography.Text>
    </Flex>
  );
}
