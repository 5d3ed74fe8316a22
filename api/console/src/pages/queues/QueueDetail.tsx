import { Alert, Card, Flex, Skeleton, Statistic, Table, Tag } from "antd";
import { Link, useParams } from "react-router";
import { useRead } from "../../client/queries";
import { Moment, span } from "../../parts/shown/figures";
import { PageHead } from "../../parts/PageHead";
import type { QueryOf } from "../../client/client";
import { useTexts } from "../../texts/texts";
import { PauseButton } from "./PauseButton";
import { QueueHistory } from "./QueueHistory";

const bundle = {
  back: ["Queues", "队列"],
  paused: ["Paused", "已暂停"],
  waiting: ["Waiting", "等待"],
  active: ["Running", "执行中"],
  delayed: ["Delayed", "延迟"],
  oldest: ["Oldest waiting", "最久等待"],
  rate: ["Done per minute", "每分钟完成"],
  deadLetters: ["Dead letters", "死信"],
  failures: ["Failed attempts in the last hour, by reason", "近一小时失败原因"],
  job: ["Job", "任务"],
  reason: ["Reason", "原因"],
  code: ["Code", "错误码"],
  retried: ["Retried", "已重试"],
  dead: ["Dead", "已放弃"],
  noFailures: ["No failures", "没有失败"],
  workers: ["Workers", "工作进程"],
  host: ["Host", "主机"],
  pid: ["PID", "进程号"],
  started: ["Started", "启动时间"],
  heard: ["Last heartbeat", "最近上报"],
  took: ["Last job taken", "最近取任务"],
  running: ["Running", "正在执行"],
  state: ["Status", "状态"],
  alive: ["Alive", "正常"],
  silent: ["Unresponsive", "无响应"],
  gone: ["Stopped", "已退出"],
  noWorkers: ["No worker processes this queue", "没有工作进程处理该队列"],
} as const;
type Name = QueryOf<"/admin-api/infra/queue/detail">["name"];

export function QueueDetail() {
  const words = useTexts(bundle);
  const name = useParams()["name"] as Name;
  const read = useRead("/admin-api/infra/queue/detail", { name }, { everyMs: 5_000 });
  const queue = read.data;
  if (!queue) return read.error ? <Alert type="error" showIcon title={read.error.message} /> : <Skeleton active />;
  const figure = (title: string, value: number | string) => (
    <Card size="small" style={{ flex: "1 1 130px" }}>
      <Statistic title={title} value={value} />
    </Card>
  );
  return (
    <>
      <PageHead
        title={queue.name}
        beside={queue.paused && <Tag color="warning">{words("paused")}</Tag>}
        back={{ to: "/queues", label: words("back") }}
      >
        <PauseButton queue={queue} large />
      </PageHead>
      <Flex vertical gap={16}>
        <Flex wrap gap={16}>
          {figure(words("waiting"), queue.waiting)}
          {figure(words("oldest"), queue.oldestWaitMs > 0 ? span(queue.oldestWaitMs) : "–")}
          {figure(words("active"), queue.active)}
          {figure(words("delayed"), queue.delayed)}
          {figure(words("rate"), queue.ratePerMinute)}
          <Card size="small" style={{ flex: "1 1 130px" }}>
            <Link to={`/dead-letters?queue=${queue.name}&status=0`}>
              <Statistic title={words("deadLetters")} value={queue.deadLetters} />
            </Link>
          </Card>
        </Flex>
        <QueueHistory name={queue.name} />
        <Card title={words("failures")}>
          <Table
            rowKey={(row) => `${row.job} ${row.reason} ${row.code}`}
            size="small"
            pagination={{ pageSize: 10, hideOnSinglePage: true }}
            dataSource={queue.failures}
            locale={{ emptyText: words("noFailures") }}
            scroll={{ x: "max-content" }}
            columns={[
              { title: words("job"), dataIndex: "job" },
              {
                title: words("reason"),
                render: (_, row) => (
                  <Link to={`/dead-letters?queue=${queue.name}&job=${row.job}&error=${encodeURIComponent(row.reason)}`}>
                    {row.reason}
                  </Link>
                ),
              },
              { title: words("code"), render: (_, row) => row.code ?? "–" },
              { title: words("retried"), align: "right", dataIndex: "retried" },
              { title: words("dead"), align: "right", dataIndex: "dead" },
            ]}
          />
        </Card>
        <Card title={words("workers")}>
          <Table
            rowKey="id"
            size="small"
            pagination={false}
            dataSource={queue.workerList}
            locale={{ emptyText: words("noWorkers") }}
            scroll={{ x: "max-content" }}
            columns={[
              { title: words("host"), dataIndex: "host" },
              { title: words("pid"), dataIndex: "pid" },
              {
                title: words("state"),
                render: (_, row) => (
                  <Tag color={row.silent ? "error" : row.alive ? "success" : "default"}>
                    {words(row.silent ? "silent" : row.alive ? "alive" : "gone")}
                  </Tag>
                ),
              },
              { title: words("running"), render: (_, row) => `${row.running} / ${row.concurrency}` },
              { title: words("started"), render: (_, row) => <Moment ms={row.startTime} /> },
              { title: words("heard"), render: (_, row) => <Moment ms={row.reportTime} /> },
              { title: words("took"), render: (_, row) => <Moment ms={row.lastTakeTime} /> },
            ]}
          />
        </Card>
      </Flex>
    </>
  );
}
