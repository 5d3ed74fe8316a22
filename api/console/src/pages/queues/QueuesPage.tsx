import { ExportOutlined } from "@ant-design/icons";
import { Alert, Button, Card, Empty, Flex, Input, Segmented, Statistic, Tag, Tooltip } from "antd";
import { useState } from "react";
import { Link, Route, Routes, useNavigate } from "react-router";
import { openQueueBoard, type DataOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { span } from "../../parts/shown/figures";
import { PageHead } from "../../parts/PageHead";
import { ReadTable } from "../../parts/lists/ReadTable";
import { useLanguage, useTexts } from "../../texts/texts";
import { queueGroups } from "./queue.states";
import { QueueDetail } from "./QueueDetail";
import { PauseButton } from "./PauseButton";

const bundle = {
  title: ["Queues", "队列"],
  find: ["Find a job by any number or ID", "按编号、手机号或 ID 查任务"],
  board: ["Queue board", "队列面板"],
  waiting: ["Waiting", "等待"],
  active: ["Running", "执行中"],
  delayed: ["Delayed", "延迟"],
  deadLetters: ["Dead letters", "死信"],
  workers: ["Workers", "工作进程"],
  oldest: ["Oldest waiting", "最久等待"],
  rate: ["Done per minute", "每分钟完成"],
  failed: ["Failed per minute", "每分钟失败"],
  lag: ["Lag", "调度延迟"],
  queue: ["Queue", "队列"],
  paused: ["Paused", "已暂停"],
  noWorker: ["No workers", "无工作进程"],
  silent: ["{{count}} unresponsive", "{{count}} 个无响应"],
  actions: ["Actions", "操作"],
  all: ["All", "全部"],
  troubled: ["With problems", "有异常"],
  atMost: ["concurrent", "并发"],
  fresh: ["Refreshes every 3 seconds", "每 3 秒自动刷新"],
  stale: ["The data could not be refreshed: {{reason}}", "数据未能刷新：{{reason}}"],
  none: ["No results", "暂无数据"],
} as const;
type Queue = DataOf<"/admin-api/infra/queue/list">[number];
const MANY = 10_000;

const isTroubled = (queue: Queue): boolean =>
  queue.paused || queue.workers === 0 || queue.deadLetters > 0 || queue.workerList.some(({ silent }) => silent);

export default function QueuesPage() {
  return (
    <Routes>
      <Route index element={<QueueList />} />
      <Route path=":name" element={<QueueDetail />} />
    </Routes>
  );
}

function QueueList() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const navigate = useNavigate();
  const [shown, setShown] = useState<"all" | "troubled">("all");
  const read = useRead("/admin-api/infra/queue/list", undefined, { everyMs: 3_000 });
  const queues = read.data ?? [];
  const sum = (of: (queue: Queue) => number) => queues.reduce((total, queue) => total + of(queue), 0);
  const workers = new Set(queues.flatMap((queue) => queue.workerList.filter((w) => w.alive).map((w) => w.id)));
  const number = (value: number) => <span className="numbers">{value.toLocaleString()}</span>;
  return (
    <>
      <PageHead title={words("title")}>
        <Input.Search
          aria-label={words("find")}
          placeholder={words("find")}
          allowClear
          style={{ width: 320 }}
          onSearch={(q) => q.trim() && void navigate(`/jobs?q=${encodeURIComponent(q.trim())}`)}
        />
        <Button icon={<ExportOutlined aria-hidden />} onClick={openQueueBoard}>
          {words("board")}
        </Button>
      </PageHead>
      {read.error && (
        <Alert
          type="warning"
          showIcon
          title={words("stale", { reason: read.error.message })}
          style={{ marginBottom: 12 }}
        />
      )}
      <Flex wrap gap={16} style={{ marginBottom: 16 }}>
        {(
          [
            ["waiting", sum((queue) => queue.waiting)],
            ["active", sum((queue) => queue.active)],
            ["delayed", sum((queue) => queue.delayed)],
            ["deadLetters", sum((queue) => queue.deadLetters)],
            ["workers", workers.size],
          ] as const
        ).map(([name, value]) => (
          <Card key={name} size="small" style={{ flex: "1 1 140px" }}>
            <Statistic title={words(name)} value={read.data ? value : "–"} loading={read.isLoading} />
          </Card>
        ))}
      </Flex>
      <Card>
        <Flex justify="space-between" wrap gap={8} style={{ marginBottom: 12 }}>
          <Segmented
            value={shown}
            onChange={setShown}
            options={[
              { value: "all", label: words("all") },
              { value: "troubled", label: `${words("troubled")} (${queues.filter(isTroubled).length})` },
            ]}
          />
          <small style={{ opacity: 0.7, alignSelf: "center" }}>{words("fresh")}</small>
        </Flex>
        <ReadTable
          read={read}
          rowKey="name"
          size="middle"
          pagination={false}
          scroll={{ x: "max-content" }}
          none={<Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={words("none")} />}
          dataSource={shown === "all" ? queues : queues.filter(isTroubled)}
          columns={[
            {
              title: words("queue"),
              fixed: "left",
              render: (_, row) => (
                <>
                  <Flex gap={8} align="center">
                    <Link to={`/queues/${row.name}`}>{row.name}</Link>
                    {row.paused && <Tag color="warning">{words("paused")}</Tag>}
                  </Flex>
                  <small style={{ opacity: 0.7 }}>{of(queueGroups[row.group] ?? [row.group, row.group])}</small>
                </>
              ),
            },
            { title: words("waiting"), align: "right", render: (_, row) => number(row.waiting) },
            {
              title: words("oldest"),
              align: "right",
              render: (_, row) => (row.oldestWaitMs > 0 ? span(row.oldestWaitMs) : "–"),
            },
            { title: words("active"), align: "right", render: (_, row) => number(row.active) },
            { title: words("delayed"), align: "right", render: (_, row) => number(row.delayed) },
            { title: words("rate"), align: "right", render: (_, row) => number(row.ratePerMinute) },
            { title: words("failed"), align: "right", render: (_, row) => number(row.failedPerMinute) },
            {
              title: words("deadLetters"),
              align: "right",
              render: (_, row) =>
                row.deadLetters === 0 ? (
                  "0"
                ) : (
                  <Link to={`/dead-letters?queue=${row.name}&status=0`}>
                    {row.deadLetters >= MANY ? `${MANY.toLocaleString()}+` : row.deadLetters.toLocaleString()}
                  </Link>
                ),
            },
            { title: words("lag"), align: "right", render: (_, row) => span(row.lagMs) },
            {
              title: words("workers"),
              render: (_, row) => {
                const silent = row.workerList.filter((worker) => worker.silent).length;
                return (
                  <Flex gap={4}>
                    {row.workers === 0 ? (
                      <Tag color="error">{words("noWorker")}</Tag>
                    ) : (
                      <Tooltip title={`${row.concurrency} ${words("atMost")}`}>
                        <span className="numbers">{`${row.workers} × ${Math.round(row.concurrency / row.workers)}`}</span>
                      </Tooltip>
                    )}
                    {silent > 0 && <Tag color="error">{words("silent", { count: silent })}</Tag>}
                  </Flex>
                );
              },
            },
            {
              title: words("actions"),
              key: "actions",
              fixed: "right",
              render: (_, row) => <PauseButton queue={row} />,
            },
          ]}
        />
      </Card>
    </>
  );
}
