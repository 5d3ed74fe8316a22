import { Card, Drawer, Table, Tag } from "antd";
import { Link, useSearchParams } from "react-router";
import type { DataOf } from "../../client/client";
import { Moment, span } from "../../parts/shown/figures";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useTexts } from "../../texts/texts";
import { JobDetail } from "./JobDetail";
import { JobSubjects } from "./JobFigures";

const bundle = {
  title: ["Running now", "正在执行"],
  none: ["No job runs at this moment", "当前没有任务在执行"],
  job: ["Job", "任务"],
  about: ["Related to", "关联"],
  since: ["Since", "开始时间"],
  tries: ["Attempt", "次序"],
  worker: ["Worker", "执行进程"],
  gone: ["Stopped", "已退出"],
  unknown: ["Not known any more", "已无记录"],
  more: ["{{count}} more run.", "另有 {{count}} 个正在执行。"],
} as const;
type Queue = DataOf<"/admin-api/infra/queue/detail">;

interface Props {
  queue: Queue;
  /** When that was read, epoch ms. */
  readAt: number;
}

/** The jobs that workers run now; a durable one opens with all that is known of it. */
export function RunningNow({ queue, readAt }: Props) {
  const words = useTexts(bundle);
  const [search, setSearch] = useSearchParams();
  const opened = Number(search.get("job"));
  const { runningJobs: jobs, active } = queue;
  const withJob = (id: number | null): URLSearchParams => {
    const next = new URLSearchParams(search);
    if (id === null) next.delete("job");
    else next.set("job", String(id));
    return next;
  };
  const title = (job: string, id: number | null) =>
    id === null ? job : <Link to={{ search: withJob(id).toString() }}>{job}</Link>;
  return (
    <Card title={words("title")}>
      <Table
        rowKey="jobId"
        size="small"
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        dataSource={jobs}
        locale={{ emptyText: words("none") }}
        scroll={{ x: "max-content" }}
        columns={[
          {
            title: words("job"),
            render: (_, { job, id, jobId }) => (
              <>
                <div>{title(job, id)}</div>
                <SecondLine>{jobId}</SecondLine>
              </>
            ),
          },
          { title: words("about"), render: (_, row) => <JobSubjects about={row.about} numbers={row.numbers} /> },
          {
            title: words("since"),
            render: (_, { startTime }) => (
              <>
                <Moment ms={startTime} />
                <SecondLine>{span(Math.max(0, readAt - startTime))}</SecondLine>
              </>
            ),
          },
          { title: words("tries"), dataIndex: "tries", align: "right" },
          {
            title: words("worker"),
            render: (_, { worker }) =>
              worker ? (
                <>
                  <div>{`${worker.host} ${worker.pid}`}</div>
                  {!worker.alive && <Tag color="error">{words("gone")}</Tag>}
                </>
              ) : (
                words("unknown")
              ),
          },
        ]}
      />
      {active > jobs.length && jobs.length > 0 && <small>{words("more", { count: active - jobs.length })}</small>}
      <Drawer
        title={jobs.find(({ id }) => id === opened)?.job ?? `o-${opened}`}
        open={opened > 0}
        onClose={() => setSearch(withJob(null))}
        size={720}
      >
        {opened > 0 && <JobDetail id={opened} />}
      </Drawer>
    </Card>
  );
}
