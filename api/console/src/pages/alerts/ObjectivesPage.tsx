import { Card, Empty, Flex, Progress, Tag, Tooltip, Typography } from "antd";
import { Link } from "react-router";
import type { DataOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { span } from "../../parts/shown/figures";
import { PageHead } from "../../parts/PageHead";
import { ReadTable } from "../../parts/lists/ReadTable";
import { useLanguage, useTexts, type Pair } from "../../texts/texts";
import { BurnDown } from "./BurnDown";
import { queueGroups } from "../queues/queue.states";

const bundle = {
  title: ["Objectives", "服务目标"],
  intro: [
    "Service level targets. An alert rule fires when the monthly error budget is used up too fast.",
    "商城对等待者的承诺。当一个月允许的未达成次数消耗过快时，告警规则会通知。",
  ],
  objective: ["Objective", "目标"],
  promise: ["Target", "承诺"],
  hour: ["Last hour", "近 1 小时"],
  day: ["Last day", "近 1 天"],
  month: ["30 days", "近 30 天"],
  took: ["Duration, last day", "近 1 天耗时"],
  slowest: ["Slowest 1%: over {{time}}", "最慢 1% 超过 {{time}}"],
  left: ["Error budget left (30 days)", "30 天剩余额度"],
  todo: ["If missed: {{what}}", "未达成时：{{what}}"],
  within: ["{{share}} within {{time}}", "{{share}} 在 {{time}} 内"],
  answered: ["{{share}} answered", "{{share}} 得到应答"],
  missed: ["{{missed}} of {{all}} missed", "{{all}} 次中 {{missed}} 次未达成"],
  nothing: ["No data", "暂无"],
  warn: ["used up fast", "消耗过快"],
  page: ["used up very fast", "消耗极快"],
  groups: ["Oldest waiting job by group", "各组最久等待的任务"],
  group: ["Group", "组"],
  oldest: ["Waiting for", "已等待"],
  queue: ["Queue", "所在队列"],
  none: ["None waiting", "无等待"],
} as const;

type Objective = DataOf<"/admin-api/infra/objective/list">[number];
type Queue = DataOf<"/admin-api/infra/queue/list">[number];

const objectives: Record<Objective["name"], { words: Pair; todo: Pair }> = {
  callbackToPaid: {
    words: ["Payment callback marks the order paid", "支付回调到订单已付"],
    todo: ["add money workers; check MongoDB performance", "增加资金组工作进程；检查 MongoDB 速度"],
  },
  expiry: {
    words: ["Unpaid orders close on time", "未付订单按时关闭"],
    todo: ["add money and order workers; check the payment channels", "增加资金组与订单组工作进程；检查支付渠道"],
  },
  firstNotify: {
    words: ["First notification of a payment to the merchant", "首次通知商户"],
    todo: ["add message workers", "增加消息组工作进程"],
  },
  ask: {
    words: ["Requests to workers are answered", "向工作进程的提问得到应答"],
    todo: [
      "add money and social workers; check for an unresponsive provider",
      "增加资金组与社交组工作进程；检查平台是否卡住",
    ],
  },
};

const percent = (share: number): string => `${Number((share * 100).toFixed(2))}%`;

export default function ObjectivesPage() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const read = useRead("/admin-api/infra/objective/list", undefined, { everyMs: 10_000 });
  const queues = useRead("/admin-api/infra/queue/list", undefined, { everyMs: 10_000 });
  const none = <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={words("none")} />;
  const promise = ({ withinMs, share }: Objective) =>
    withinMs === null
      ? words("answered", { share: percent(share) })
      : words("within", { share: percent(share), time: span(withinMs) });
  const kept = (counts: Objective["lastHour"]) => <Kept counts={counts} />;
  return (
    <>
      <PageHead title={words("title")} />
      <Typography.Paragraph type="secondary">{words("intro")}</Typography.Paragraph>
      <Card style={{ marginBottom: 16 }}>
        <ReadTable
          read={read}
          rowKey="name"
          pagination={false}
          scroll={{ x: "max-content" }}
          none={none}
          dataSource={read.data ?? []}
          columns={[
            {
              title: words("objective"),
              render: (_, row) => (
                <div style={{ maxWidth: 290, whiteSpace: "normal" }}>
                  <div>{of(objectives[row.name].words)}</div>
                  <small style={{ opacity: 0.7 }}>
                    {promise(row)}
                    <br />
                    {words("todo", { what: of(objectives[row.name].todo) })}
                  </small>
                </div>
              ),
            },
            { title: words("hour"), align: "right", render: (_, row) => kept(row.lastHour) },
            { title: words("day"), align: "right", render: (_, row) => kept(row.lastDay) },
            { title: words("month"), align: "right", render: (_, row) => kept(row.last30Days) },
            {
              title: words("took"),
              align: "right",
              render: (_, row) => (
                <>
                  <div className="numbers">{span(row.p50Ms)}</div>
                  <small style={{ opacity: 0.7 }}>{words("slowest", { time: span(row.p99Ms) })}</small>
                </>
              ),
            },
            { title: words("left"), width: 180, render: (_, row) => <Left row={row} /> },
          ]}
        />
      </Card>
      <BurnDown names={Object.entries(objectives).map(([name, { words: label }]) => [name, label] as const)} />
      <Card title={words("groups")}>
        <ReadTable
          read={queues}
          rowKey="group"
          size="small"
          pagination={false}
          none={none}
          dataSource={oldestOfGroups(queues.data ?? [])}
          columns={[
            { title: words("group"), render: (_, { group }) => of(queueGroups[group] ?? [group, group]) },
            {
              title: words("oldest"),
              align: "right",
              render: (_, { oldest }) => (oldest ? span(oldest.oldestWaitMs) : words("none")),
            },
            {
              title: words("queue"),
              render: (_, { oldest }) => (oldest ? <Link to={`/queues/${oldest.name}`}>{oldest.name}</Link> : "–"),
            },
          ]}
        />
      </Card>
    </>
  );
}

function Kept({ counts: { kept, missed } }: { counts: Objective["lastHour"] }) {
  const words = useTexts(bundle);
  const all = kept + missed;
  if (all === 0) return <Tooltip title={words("nothing")}>–</Tooltip>;
  return (
    <>
      <div className="numbers">{percent(kept / all)}</div>
      <small style={{ opacity: 0.7 }}>
        {words("missed", { missed: missed.toLocaleString(), all: all.toLocaleString() })}
      </small>
    </>
  );
}

/** The remaining allowance of misses, and whether it is used up too fast. */
function Left({ row: { name, allowanceLeft, burn } }: { row: Objective }) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  return (
    <Flex vertical gap={4} align="start">
      <Progress
        aria-label={`${of(objectives[name].words)}: ${words("left")}`}
        percent={Math.round(Math.max(0, Math.min(1, allowanceLeft)) * 100)}
        status={allowanceLeft <= 0 ? "exception" : "normal"}
        format={() => percent(allowanceLeft)}
        size="small"
      />
      {burn !== "no" && <Tag color={burn === "page" ? "error" : "warning"}>{words(burn)}</Tag>}
    </Flex>
  );
}

/** In each group the queue with the oldest waiting job; none when nothing waits. */
function oldestOfGroups(queues: readonly Queue[]): { group: string; oldest: Queue | undefined }[] {
  return [...new Set(queues.map(({ group }) => group))].map((group) => ({
    group,
    oldest: queues
      .filter((queue) => queue.group === group && queue.oldestWaitMs > 0)
      .sort((a, b) => b.oldestWaitMs - a.oldestWaitMs)[0],
  }));
}
