import { Card, Table, Tag } from "antd";
import type { DataOf } from "../../client/client";
import { Moment, span } from "../../parts/shown/figures";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { KindAct } from "./KindActs";

const bundle = {
  title: ["By kind of job, last hour", "近一小时按任务类型"],
  none: ["No kinds of jobs", "没有任务类型"],
  held: ["Held", "已暂缓"],
  wait: ["{{count}} wait", "{{count}} 个等待"],
  actions: ["Actions", "操作"],
  job: ["Job", "任务"],
  rate: ["Done per minute", "每分钟完成"],
  retried: ["Retried", "已重试"],
  failed: ["Failed for good", "最终失败"],
  p50: ["Run P50", "执行 P50"],
  p99: ["Run P99", "执行 P99"],
} as const;
type Kinds = DataOf<"/admin-api/infra/queue/detail">["kinds"];

/** What each kind of a queue's jobs did in the last hour. */
export function QueueKinds({ kinds }: { kinds: Kinds }) {
  const words = useTexts(bundle);
  const may = useMay();
  return (
    <Card title={words("title")}>
      <Table
        rowKey="job"
        size="small"
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        dataSource={kinds}
        locale={{ emptyText: words("none") }}
        scroll={{ x: "max-content" }}
        columns={[
          {
            title: words("job"),
            render: (_, { job, hold }) => (
              <>
                <div>
                  {job} {hold && <Tag color="warning">{words("held")}</Tag>}
                </div>
                {hold && (
                  <SecondLine>
                    {`${words("wait", { count: hold.jobs })} · ${hold.operatorName}: ${hold.reason} · `}
                    <Moment ms={hold.time} />
                  </SecondLine>
                )}
              </>
            ),
          },
          { title: words("rate"), align: "right", className: "numbers", dataIndex: "ratePerMinute" },
          { title: words("retried"), align: "right", className: "numbers", dataIndex: "retried" },
          { title: words("failed"), align: "right", className: "numbers", dataIndex: "failed" },
          { title: words("p50"), align: "right", className: "numbers", render: (_, row) => span(row.runP50Ms) },
          { title: words("p99"), align: "right", className: "numbers", render: (_, row) => span(row.runP99Ms) },
          ...(may("infra:queue:operate")
            ? [
                {
                  title: words("actions"),
                  key: "actions",
                  render: (_: unknown, { job, hold, canBeHeld }: Kinds[number]) =>
                    canBeHeld || hold ? <KindAct job={job} isHeld={hold !== null} size="small" /> : "–",
                },
              ]
            : []),
        ]}
      />
    </Card>
  );
}
