import { Alert, Card, Flex, Skeleton, Statistic, Table, Tag } from "antd";
import { Link, useParams, useSearchParams } from "react-router";
import { useRead } from "../../client/queries";
import { Moment, span } from "../../parts/shown/figures";
import { PageHead } from "../../parts/PageHead";
import type { QueryOf } from "../../client/client";
import { useTexts } from "../../texts/texts";
import { DrainForecast } from "./DrainForecast";
import { PauseButton } from "./PauseButton";
import { QueueCurves, type Range } from "./QueueCurves";
import { QueueKinds } from "./QueueKinds";
import { RunningNow } from "./RunningNow";
import { QueueSlots } from "../workers/SlotsForm";

const bundle = {
  back: ["Queues", "队列"],
  paused: ["Paused", "已暂停"],
  stale: ["The data could not be refreshed: {{reason}}", "数据未能刷新：{{reason}}"],
  waiting: ["Waiting", "等待"],
  active: ["Running", "执行中"],
  delayed: ["Delayed", "延迟"],
  oldest: ["Oldest waiting", "最久等待"],
  rate: ["Done per minute", "每分钟完成"],
  deadLetters: ["Dead letters", "死信"],
  failures: ["Failures of the last hour", "近一小时失败原因"],
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
  const name = useParams()["name"] as Name;
  // Another queue's figures are not shown until its own are there.
  return <OneQueue key={name} name={name} />;
}

function OneQueue({ name }: { name: Name }) {
  const words = useTexts(bundle);
  const [search, setSearch] = useSearchParams();
  const range = (search.get("range") ?? "3h") as Range;
  const read = useRead(
    "/admin-api/infra/queue/detail",
    { name, range },
    {
      everyMs: 5_000,
      keepsPrevious: true,
    },
  );
  const chooseRange = (next: Range): void =>
    setSearch((before) => {
      before.set("range", next);
      return before;
    });
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
        <PauseButton key={search.get("ask")} queue={queue} large asked={search.get("ask")} />
      </PageHead>
      <Flex vertical gap={16}>
        {read.error && <Alert type="warning" showIcon title={words("stale", { reason: read.error.message })} />}
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
        <DrainForecast drain={queue.drain} />
        <QueueCurves curves={queue.curves} range={range} onRange={chooseRange} />
        <RunningNow queue={queue} readAt={read.dataUpdatedAt} />
        <QueueKinds kinds={queue.kinds} />
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
        <Card title={words("workers")} extra={<QueueSlots name={queue.name} />}>
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
