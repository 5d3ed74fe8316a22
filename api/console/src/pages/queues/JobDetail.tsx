import { Alert, Descriptions, Skeleton, Table, Typography } from "antd";
import { useRead } from "../../client/queries";
import { Moment, span } from "../../parts/shown/figures";
import { JobState } from "../../parts/shown/JobState";
import { JsonView } from "../../parts/shown/JsonView";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { WhyLine } from "../why/WhyLine";
import { JobActs } from "./JobActs";
import { JobSubjects } from "./JobFigures";
import { JobRun } from "./JobRun";

const bundle = {
  state: ["Status", "状态"],
  queue: ["Queue", "队列"],
  jobId: ["Job ID", "任务 ID"],
  about: ["Related to", "关联"],
  tries: ["Attempts", "尝试次数"],
  number: ["Attempt", "次序"],
  next: ["Next attempt", "下次重试"],
  due: ["Scheduled", "计划时间"],
  worker: ["Worker", "执行进程"],
  asked: ["Enqueued", "创建时间"],
  askedBy: ["Enqueued by", "来源"],
  request: ["Request ID", "请求 ID"],
  first: ["First started", "首次执行"],
  last: ["Last started", "最近执行"],
  ended: ["Finished", "结束时间"],
  failures: ["Failed attempts", "失败记录"],
  calls: ["External calls", "外部调用"],
  payload: ["Payload", "任务内容"],
  time: ["Time", "时间"],
  took: ["Duration", "耗时"],
  why: ["Reason", "原因"],
  to: ["Target", "对方"],
  answer: ["Response", "结果"],
} as const;

/** One job with everything in its row; reloaded while it is shown. */
export function JobDetail({ id }: { id: number }) {
  const words = useTexts(bundle);
  const may = useMay();
  const { data: job, error } = useRead("/admin-api/infra/job/get", { id }, { everyMs: 3_000 });
  if (!job) return error ? <Alert type="error" showIcon title={error.message} /> : <Skeleton active />;
  const helps = (act: string) => job.why.acts.some((one) => one.act === `job.${act}`);
  const moment = (ms: number | null) => (ms === null ? undefined : <Moment ms={ms} />);
  // What has not happened yet is left out.
  const facts: [string, React.ReactNode][] = [
    [words("state"), <JobState key="state" job={job} />],
    [words("queue"), job.queue],
    [
      words("jobId"),
      <Typography.Text key="jobId" copyable>
        {job.jobId}
      </Typography.Text>,
    ],
    [words("about"), <JobSubjects key="about" about={job.about} />],
    [words("tries"), job.tries],
    [words("next"), moment(job.nextTryTime)],
    [words("due"), <Moment key="due" ms={job.dueTime} />],
    [words("worker"), job.worker ?? undefined],
    [words("asked"), <Moment key="asked" ms={job.createTime} />],
    [words("askedBy"), job.askedBy || "–"],
    [
      words("request"),
      <Typography.Text key="request" copyable>
        {job.requestId}
      </Typography.Text>,
    ],
    [words("first"), moment(job.firstStartTime)],
    [words("last"), moment(job.startTime)],
    [words("ended"), moment(job.endTime)],
  ];
  return (
    <>
      <WhyLine
        why={job.why}
        own={may("infra:queue:operate") && <JobActs job={job} helps={helps} />}
        but={({ act }) => act.startsWith("job.")}
      />
      {job.reason && job.state !== "done" && (
        <Alert type="error" showIcon style={{ marginTop: 12 }} title={`${job.reason}: ${job.message ?? ""}`} />
      )}
      <Descriptions
        style={{ marginTop: 12 }}
        column={1}
        size="small"
        items={facts
          .filter(([, children]) => children !== undefined)
          .map(([label, children]) => ({ key: label, label, children }))}
      />
      {job.failures.length > 0 && (
        <>
          <h3>{words("failures")}</h3>
          <Table
            size="small"
            rowKey="time"
            pagination={false}
            scroll={{ x: "max-content" }}
            dataSource={job.failures.toReversed()}
            columns={[
              { title: words("number"), dataIndex: "number", align: "right" },
              { title: words("time"), render: (_, row) => <Moment ms={row.time} /> },
              { title: words("why"), render: (_, row) => <Long text={`${row.reason}: ${row.message}`} /> },
              { title: words("took"), render: (_, row) => span(row.duration) },
              { title: words("worker"), dataIndex: "worker" },
            ]}
          />
        </>
      )}
      {job.calls.length > 0 && (
        <>
          <h3>{words("calls")}</h3>
          <Table
            size="small"
            rowKey={(row) => `${row.time} ${row.path}`}
            pagination={false}
            scroll={{ x: "max-content" }}
            dataSource={job.calls}
            columns={[
              { title: words("time"), render: (_, row) => <Moment ms={row.time} /> },
              { title: words("answer"), dataIndex: "status" },
              { title: words("to"), render: (_, row) => <Long text={`${row.to} ${row.method} ${row.path}`} /> },
              { title: words("took"), render: (_, row) => span(row.duration) },
            ]}
          />
        </>
      )}
      <h3>{words("payload")}</h3>
      <JsonView value={job.payload} />
      <JobRun id={id} />
    </>
  );
}

/** Wraps long text, so that the other columns stay visible. */
const Long = ({ text }: { text: string }) => (
  <div style={{ minWidth: 160, maxWidth: 300, overflowWrap: "anywhere" }}>{text}</div>
);
