import { Alert, Card, Collapse, Empty, Skeleton, Timeline, Typography } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import type { DataOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { Moment, span } from "./figures";
import { JobState } from "./JobState";

const bundle = {
  title: ["Timeline: requests, jobs, calls, deliveries", "后台过程：请求、任务、外部调用、通知"],
  none: ["No records: jobs are deleted a week after they finish", "暂无记录：任务结束一周后会被清除"],
  request: ["Request", "请求"],
  asked: ["Enqueued", "创建任务"],
  by: ["by {{name}}", "来源 {{name}}"],
  began: ["Started", "开始执行"],
  failed: ["Attempt {{number}} failed", "第 {{number}} 次失败"],
  call: ["Call", "外部调用"],
  delivery: ["Delivery {{number}}", "第 {{number}} 次通知"],
  noAnswer: ["no response", "无响应"],
  done: ["Done", "已完成"],
  dead: ["Dead", "已放弃"],
  cancelled: ["Cancelled", "已取消"],
  open: ["Next", "下次执行"],
  due: ["Scheduled", "计划时间"],
} as const;
type Kind = "order" | "payOrder" | "refund" | "afterSale" | "invoice" | "parcel" | "member";
type Event = DataOf<"/admin-api/infra/job/timeline">[number];

/** The timeline of an object, for operators who may view queues; loaded when it is opened. */
export function JobTimeline(props: { kind: Kind; id: number }) {
  const words = useTexts(bundle);
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (!may("infra:queue:read")) return null;
  return (
    <Card styles={{ body: { padding: 0 } }} style={{ marginTop: 16, marginBottom: 16 }}>
      <Collapse
        ghost
        onChange={(keys) => setOpen(keys.length > 0)}
        items={[{ key: "timeline", label: words("title"), children: isOpen && <Events {...props} /> }]}
      />
    </Card>
  );
}

/** The same, already open. */
export function Events({ kind, id }: { kind: Kind; id: number }) {
  const words = useTexts(bundle);
  const { data, error } = useRead("/admin-api/infra/job/timeline", { kind, id }, { everyMs: 5_000 });
  const trouble = error && <Alert type="error" showIcon title={error.message} />;
  if (!data) return trouble ?? <Skeleton active />;
  if (data.length === 0) return trouble ?? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={words("none")} />;
  return (
    <>
      {trouble}
      <Timeline
        style={{ marginTop: 8 }}
        items={data.map((event, index) => ({
          key: index,
          color: colourOf(event),
          content: (
            <>
              <Typography.Text type="secondary">
                <Moment ms={event.time} isExact />
              </Typography.Text>{" "}
              <strong>{headingOf(event, words)}</strong> <Subject event={event} />
            </>
          ),
        }))}
      />
    </>
  );
}

function colourOf({ what, request, delivery, call }: Event): string {
  if (what === "failed" || what === "dead") return "red";
  if (what === "done") return "green";
  if (what === "open") return "blue";
  const status = request?.status ?? (delivery ? (delivery.status ?? 599) : Number(call?.status ?? 0));
  return status >= 400 || Number.isNaN(status) ? "red" : "gray";
}

function headingOf({ what, job, failure, delivery }: Event, words: ReturnType<typeof useTexts<typeof bundle>>): string {
  if (what === "open" && job?.state === "running") return words("due");
  if (what === "failed") return words("failed", { number: failure?.number ?? 1 });
  if (what === "delivery") return words("delivery", { number: delivery?.number ?? 1 });
  return words(what);
}

function Subject({ event: { what, job, request, failure, call, delivery } }: { event: Event }) {
  const words = useTexts(bundle);
  const list = (...parts: (string | number)[]) => parts.filter((part) => part !== "").join(" · ");
  if (request) {
    const { method, route, status, refusal, duration } = request;
    return <>{list(`${method.toUpperCase()} ${route}`, status, refusal, span(duration))}</>;
  }
  if (delivery) {
    const { type, status, duration, answer } = delivery;
    return <>{list(type, status ?? words("noAnswer"), span(duration), answer)}</>;
  }
  // Underlined, as among words a colour alone does not say that it is a link.
  const name = job && (
    <Link to={`/jobs?q=${job.jobId}`} style={{ textDecoration: "underline" }}>
      {job.job}
    </Link>
  );
  if (failure)
    return (
      <>
        {name} {`${failure.reason}: ${failure.message}`}
      </>
    );
  if (call)
    return (
      <>
        {name} {list(`${call.to} ${call.method} ${call.path}`, call.status, span(call.duration))}
      </>
    );
  if (what === "open" && job)
    return (
      <>
        {name} <JobState job={{ state: job.state, hold: null, inTurn: job.inTurn }} isKept={job.kept} />
      </>
    );
  return (
    <>
      {name} {what === "asked" && job?.askedBy ? words("by", { name: job.askedBy }) : ""}
    </>
  );
}
