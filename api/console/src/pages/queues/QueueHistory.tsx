import { Alert, Card, Flex, Select } from "antd";
import dayjs from "dayjs";
import { useMemo, useState } from "react";
import type { QueryOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { span } from "../../parts/shown/figures";
import { LineFigures } from "../../parts/shown/LineFigures";
import { shopDay } from "../analytics/TimeRange";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["History", "历史"],
  time: ["Time", "时间"],
  range: ["Time range", "时间范围"],
  figure: ["Metric", "指标"],
  hours3: ["Last 3 hours", "近 3 小时"],
  day: ["Last day", "近 24 小时"],
  week: ["Last 7 days", "近 7 天"],
  quarter: ["Last 90 days", "近 90 天"],
  counts: ["Jobs done and failed", "完成与失败"],
  depth: ["Waiting jobs", "等待任务数"],
  times: ["Wait and run time", "等待与执行时长"],
  done: ["Done", "完成"],
  failed: ["Failed permanently", "最终失败"],
  retried: ["Retried", "已重试"],
  depthMax: ["Max waiting", "最多等待数"],
  oldest: ["Longest wait", "最久等待"],
  waitP95: ["Wait P95", "等待 P95"],
  runP95: ["Run P95", "执行 P95"],
  runP50: ["Run P50", "执行 P50"],
} as const;
const HOUR = 3_600_000;
const ranges = {
  hours3: { ms: 3 * HOUR, step: "minute", format: "HH:mm" },
  day: { ms: 24 * HOUR, step: "hour", format: "MM-DD HH:mm" },
  week: { ms: 7 * 24 * HOUR, step: "hour", format: "MM-DD HH:mm" },
  quarter: { ms: 90 * 24 * HOUR, step: "day", format: "YYYY-MM-DD" },
} as const;
const lengths = { minute: HOUR / 60, hour: HOUR, day: 24 * HOUR };
type Range = keyof typeof ranges;
type Figure = "counts" | "depth" | "times";

/** The figures of a queue, up to 90 days back. */
export function QueueHistory({ name }: { name: QueryOf<"/admin-api/infra/queue/history">["name"] }) {
  const words = useTexts(bundle);
  const [range, setRange] = useState<Range>("day");
  const [figure, setFigure] = useState<Figure>("counts");
  const { ms, step, format } = ranges[range];
  const times = useMemo(() => [dayjs().valueOf() - ms, dayjs().valueOf()], [ms, name]);
  const read = useRead("/admin-api/infra/queue/history", { name, step, times }, { everyMs: 60_000 });
  const select = <V extends string>(label: string, value: V, values: readonly V[], onChange: (value: V) => void) => (
    <Select
      aria-label={label}
      value={value}
      onChange={onChange}
      style={{ width: 180 }}
      options={values.map((one) => ({ value: one, label: words(one as keyof typeof bundle) }))}
    />
  );
  const series = {
    counts: [
      { name: "done", words: words("done"), colour: "primary" },
      { name: "failed", words: words("failed"), colour: "error" },
      { name: "retried", words: words("retried"), colour: "warning" },
    ],
    depth: [{ name: "depthMax", words: words("depthMax"), colour: "primary" }],
    times: [
      { name: "waitP95Ms", words: words("waitP95"), colour: "primary" },
      { name: "runP95Ms", words: words("runP95"), colour: "warning" },
      { name: "runP50Ms", words: words("runP50"), colour: "info" },
      { name: "oldestWaitMaxMs", words: words("oldest"), colour: "error" },
    ],
  } as const;
  return (
    <Card title={words("title")}>
      {read.error && <Alert type="error" showIcon title={read.error.message} style={{ marginBottom: 12 }} />}
      <LineFigures
        title={`${name}: ${words(figure)}, ${words(range)}`}
        read={read}
        isOver={({ time }) => time + lengths[step] <= dayjs().valueOf()}
        rows={read.data ?? []}
        along={{
          name: "time",
          words: words("time"),
          text: (time) => (step === "day" ? shopDay(time) : dayjs(time).format(format)),
        }}
        series={series[figure]}
        {...(figure === "times" ? { text: (value: number) => span(value) || "0" } : {})}
        tools={
          <Flex gap={8} wrap>
            {select(words("range"), range, Object.keys(ranges) as Range[], setRange)}
            {select(words("figure"), figure, ["counts", "depth", "times"], setFigure)}
          </Flex>
        }
      />
    </Card>
  );
}
