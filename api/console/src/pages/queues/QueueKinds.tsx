import { Card, Space, Table, Tag } from "antd";
import type { DataOf } from "../../client/client";
import { Moment, span } from "../../parts/shown/figures";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { KindAct, LimitKind, UnlimitKind } from "./KindActs";

const bundle = {
  title: ["By kind of job, last hour", "近一小时按任务类型"],
  none: ["No kinds of jobs", "没有任务类型"],
  held: ["Held", "已暂缓"],
  wait: ["{{count}} wait", "{{count}} 个等待"],
  limited: ["{{count}} per minute", "每分钟 {{count}} 个"],
  through: ["through at", "预计完成"],
  actions: ["Actions", "操作"],
  job: ["Job", "任务"],
  rate: ["Done per minute", "每分钟完成"],
  retried: ["Retried", "已重试"],
  failed: ["Failed for good", "最终失败"],
  p50: ["Run P50", "执行 P50"],
  p99: ["Run P99", "执行 P99"],
} as const;
/** A long reason does not push the acts out of sight. */
const wrapped = { maxWidth: 280, overflowWrap: "anywhere" } as const;
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
            render: (_, { job, hold, limit }) => (
              <div style={wrapped}>
                <div>
                  {job} {hold && <Tag color="warning">{words("held")}</Tag>}
                  {limit && (
                    <Tag color="processing">{words("limited", { count: limit.perMinute.toLocaleString() })}</Tag>
                  )}
                </div>
                {hold && (
                  <SecondLine>
                    {`${words("wait", { count: hold.jobs })} · ${hold.operatorName}: ${hold.reason} · `}
                    <Moment ms={hold.time} />
                  </SecondLine>
                )}
                {limit && !hold && (
                  <SecondLine>
                    {words("wait", { count: limit.jobs.toLocaleString() })}
                    {limit.throughTime !== null && (
                      <>
                        {` · ${words("through")} `}
                        <Moment ms={limit.throughTime} />
                      </>
                    )}
                  </SecondLine>
                )}
                {limit && (
                  <SecondLine>
                    {`${limit.operatorName}: ${limit.reason} · `}
                    <Moment ms={limit.time} />
                  </SecondLine>
                )}
              </div>
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
                  render: (_: unknown, { job, hold, limit, canBeHeld }: Kinds[number]) =>
                    canBeHeld || hold || limit ? (
                      <Space size="small">
                        <KindAct job={job} isHeld={hold !== null} size="small" />
                        <LimitKind job={job} now={limit?.perMinute ?? null} size="small" />
                        {limit && <UnlimitKind job={job} size="small" />}
                      </Space>
                    ) : (
                      "–"
                    ),
                },
              ]
            : []),
        ]}
      />
    </Card>
  );
}
