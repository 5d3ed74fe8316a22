import { Alert, Collapse, Typography } from "antd";
import { useState } from "react";
import { useRead } from "../../client/queries";
import { JsonView } from "../../parts/shown/JsonView";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["In the queue: options, stack traces, log", "队列中的数据：选项、调用栈、日志"],
  state: ["State in Redis", "Redis 中的状态"],
  gone: ["Redis does not have this run, or no longer.", "Redis 中尚无或已无本次执行。"],
  options: ["Options", "选项"],
  result: ["Result", "返回值"],
  stacks: ["Stack traces", "调用栈"],
  noStacks: ["No failed attempt in this run", "本次执行无失败记录"],
  logs: ["Log lines ({{count}})", "日志（{{count}} 行）"],
  noLogs: ["This job writes no log lines", "该任务未写入日志"],
} as const;

/** What the queue has of a job's run, read once it is opened. */
export function JobRun({ id }: { id: number }) {
  const words = useTexts(bundle);
  const [isOpen, setOpen] = useState(false);
  return (
    <Collapse
      ghost
      style={{ marginInline: -16 }}
      onChange={(keys) => setOpen(keys.length > 0)}
      items={[{ key: "run", label: words("title"), children: isOpen && <Run id={id} /> }]}
    />
  );
}

function Run({ id }: { id: number }) {
  const words = useTexts(bundle);
  const { data: run, error } = useRead("/admin-api/infra/job/run", { id }, { everyMs: 5_000 });
  if (!run) return error ? <Alert type="error" showIcon title={error.message} /> : null;
  return (
    <>
      {run.state === null ? (
        <p>{words("gone")}</p>
      ) : (
        <>
          <p>
            {words("state")}: <Typography.Text code>{run.state}</Typography.Text>
          </p>
          <h3>{words("options")}</h3>
          <JsonView value={run.options} />
        </>
      )}
      {run.result !== null && (
        <>
          <h3>{words("result")}</h3>
          <JsonView value={run.result} />
        </>
      )}
      <h3>{words("stacks")}</h3>
      {run.stacks.length === 0 ? (
        <p>{words("noStacks")}</p>
      ) : (
        run.stacks.map((stack, index) => <Lines key={index} text={stack} />)
      )}
      <h3>{words("logs", { count: run.logCount })}</h3>
      {run.logs.length === 0 ? <p>{words("noLogs")}</p> : <Lines text={run.logs.join("\n")} />}
    </>
  );
}

const Lines = ({ text }: { text: string }) => (
  <pre
    tabIndex={0}
    style={{ maxHeight: 360, overflow: "auto", whiteSpace: "pre-wrap", overflowWrap: "anywhere", fontSize: 12 }}
  >
    {text}
  </pre>
);
