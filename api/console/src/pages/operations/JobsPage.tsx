import { Tag, Tooltip, Typography } from "antd";
import { post } from "../../client/client";
import { useAct } from "../../client/queries";
import { ConfirmButton } from "../../parts/acts/ConfirmButton";
import { Moment, span } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { useMay } from "../../shell/operator";
import { useLanguage, useTexts, type Pair } from "../../texts/texts";
import { queueOptions } from "../queues/queue.states";

const bundle = {
  title: ["Recurring jobs", "定时任务"],
  name: ["Job", "任务"],
  queue: ["Queue", "队列"],
  when: ["Schedule (cron)", "执行计划（cron）"],
  next: ["Next run", "下次执行"],
  last: ["Last started", "最近触发"],
  ended: ["Last finished", "最近结束"],
  outcome: ["Result", "结果"],
  took: ["Duration", "耗时"],
  error: ["Last error", "最近错误"],
  actions: ["Actions", "操作"],
  run: ["Run now", "立即执行"],
  runQuestion: ["Run this job now?", "确定立即执行一次？"],
  begun: ["Queued", "已加入队列"],
  never: ["Never", "尚未执行"],
} as const;
const outcomes: Record<string, readonly [Pair, string]> = {
  done: [["Done", "成功"], "success"],
  retried: [["Failed, retried", "失败后重试"], "warning"],
  dead: [["Dead", "已放弃"], "error"],
};
const filters: Filter[] = [
  { name: "name", label: bundle.name, kind: "text" },
  { name: "queue", label: bundle.queue, kind: "select", options: queueOptions },
  { name: "failed", label: ["Last run failed", "最近执行失败"], kind: "yesNo" },
];

export default function JobsPage() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const may = useMay();
  const run = useAct(
    (name: string) => post("/admin-api/infra/job/trigger", { name }),
    ["/admin-api/infra/job/"],
    words("begun"),
  );
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path="/admin-api/infra/job/page"
        rowKey="name"
        filters={filters}
        everyMs={10_000}
        columns={[
          { title: words("name"), render: (_, row) => <code>{row.name}</code> },
          { title: words("queue"), dataIndex: "queue" },
          {
            title: words("when"),
            render: (_, row) => (
              <Tooltip title={row.timeZone}>
                <code>{row.cron}</code>
              </Tooltip>
            ),
          },
          { title: words("next"), render: (_, row) => <Moment ms={row.nextTime} /> },
          { title: words("last"), render: (_, row) => <Moment ms={row.lastTickTime} /> },
          { title: words("ended"), render: (_, row) => <Moment ms={row.lastEndTime} /> },
          {
            title: words("outcome"),
            render: (_, row) => {
              const outcome = row.lastOutcome === null ? undefined : outcomes[row.lastOutcome];
              return outcome ? <Tag color={outcome[1]}>{of(outcome[0])}</Tag> : (row.lastOutcome ?? words("never"));
            },
          },
          { title: words("took"), align: "right", render: (_, row) => span(row.lastDuration) },
          {
            title: words("error"),
            render: (_, row) =>
              row.lastError ? (
                <Typography.Text ellipsis={{ tooltip: row.lastError }} style={{ width: 240 }}>
                  {row.lastError}
                </Typography.Text>
              ) : (
                "–"
              ),
          },
          {
            title: words("actions"),
            key: "actions",
            fixed: "right",
            render: (_, row) =>
              may("infra:job:trigger") && (
                <ConfirmButton
                  loading={run.isPending && run.variables === row.name}
                  question={words("runQuestion")}
                  onConfirm={() => run.mutate(row.name)}
                >
                  {words("run")}
                </ConfirmButton>
              ),
          },
        ]}
      />
    </>
  );
}
