import { Descriptions, Typography } from "antd";
import type { RowOf } from "../../client/client";
import { Moment, State } from "../../parts/shown/figures";
import { JsonView } from "../../parts/shown/JsonView";
import { useTexts } from "../../texts/texts";
import { letterStates } from "../queues/queue.states";
import { PayloadDifferences } from "./PayloadDifferences";

const bundle = {
  queue: ["Queue", "队列"],
  jobId: ["Job ID", "任务 ID"],
  status: ["Status", "状态"],
  attempts: ["Attempts", "尝试次数"],
  createTime: ["Failed", "失败时间"],
  replayTime: ["Replayed", "重放时间"],
  discardTime: ["Discarded", "丢弃时间"],
  discardReason: ["Discard reason", "丢弃原因"],
  error: ["Error", "错误名"],
  reason: ["Reason", "原因"],
  request: ["Request ID", "请求 ID"],
  enqueuedBuild: ["Enqueued in version", "入队程序版本"],
  failedBuild: ["Failed in version", "失败程序版本"],
  unknown: ["not known", "未知"],
  payload: ["Payload", "任务内容"],
  stack: ["Stack trace", "调用栈"],
} as const;

export function LetterDetail({ letter }: { letter: RowOf<"/admin-api/infra/dead-letter/page"> }) {
  const words = useTexts(bundle);
  return (
    <>
      <Descriptions
        column={1}
        size="small"
        items={[
          { key: "queue", label: words("queue"), children: letter.queue },
          { key: "jobId", label: words("jobId"), children: <Typography.Text copyable>{letter.jobId}</Typography.Text> },
          { key: "status", label: words("status"), children: <State of={letterStates} value={letter.status} /> },
          { key: "attempts", label: words("attempts"), children: letter.attempts },
          { key: "createTime", label: words("createTime"), children: <Moment ms={letter.createTime} /> },
          { key: "replayTime", label: words("replayTime"), children: <Moment ms={letter.replayTime} /> },
          { key: "discardTime", label: words("discardTime"), children: <Moment ms={letter.discardTime} /> },
          ...(letter.discardReason
            ? [{ key: "discardReason", label: words("discardReason"), children: letter.discardReason }]
            : []),
          { key: "error", label: words("error"), children: letter.error },
          { key: "reason", label: words("reason"), children: letter.reason },
          {
            key: "enqueuedBuild",
            label: words("enqueuedBuild"),
            children: letter.enqueuedBuild ?? words("unknown"),
          },
          { key: "failedBuild", label: words("failedBuild"), children: letter.failedBuild ?? words("unknown") },
          { key: "request", label: words("request"), children: letter.requestId || "–" },
        ]}
      />
      <h3>{words("payload")}</h3>
      <JsonView value={letter.payload} />
      <PayloadDifferences id={letter.id} />
      <h3>{words("stack")}</h3>
      <pre style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere", fontSize: 12, opacity: 0.85 }}>
        {letter.stack || "–"}
      </pre>
    </>
  );
}
