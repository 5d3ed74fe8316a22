import { Card, Flex, Segmented, Table, theme } from "antd";
import { shopTime } from "../../parts/shown/shopTime";
import { useState } from "react";
import type { DataOf } from "../../client/client";
import { span } from "../../parts/shown/figures";
import type { Series } from "../../parts/shown/LineFigures";
import { useTexts } from "../../texts/texts";
import { Sparkline, type Point } from "./Sparkline";

type Curves = DataOf<"/admin-api/infra/queue/detail">["curves"];
export type Range = Curves["range"];

const bundle = {
  title: ["History", "历史"],
  range: ["Time range", "时间范围"],
  "3h": ["3 hours", "3 小时"],
  "48h": ["48 hours", "48 小时"],
  "90d": ["90 days", "90 天"],
  view: ["View", "视图"],
  chart: ["Chart", "图表"],
  table: ["Table", "表格"],
  time: ["Time", "时间"],
  each3h: ["Each point is a minute; grey was not recorded.", "每点为 1 分钟；灰色为未记录。"],
  each48h: ["Each point is 10 minutes; grey was not recorded.", "每点为 10 分钟；灰色为未记录。"],
  each90d: ["Each point is 6 hours; grey was not recorded.", "每点为 6 小时；灰色为未记录。"],
  latest: ["latest", "最近"],
  most: ["max", "最高"],
  gap: ["Not recorded", "未记录"],
  depth: ["Waiting jobs", "等待任务数"],
  depthMax: ["Waiting", "等待"],
  oldest: ["Oldest waiting", "最久等待"],
  oldestWaitMaxMs: ["Age", "时长"],
  counts: ["Jobs done", "完成任务数"],
  done: ["Done", "完成"],
  failures: ["Failed tries", "失败次数"],
  retried: ["Retried", "已重试"],
  failed: ["For good", "最终失败"],
  run: ["Run time", "执行时长"],
  runP50Ms: ["P50", "P50"],
  runP99Ms: ["P99", "P99"],
  wait: ["Wait of new jobs", "新任务等待时长"],
  waitP50Ms: ["P50", "P50"],
  waitP99Ms: ["P99", "P99"],
} as const;
type Figure = Exclude<keyof Curves["points"][number], "time">;

interface Panel {
  title: "depth" | "oldest" | "counts" | "failures" | "run" | "wait";
  figures: readonly (readonly [Figure, Series["colour"]])[];
  isTime?: true;
}
const panels: readonly Panel[] = [
  { title: "depth", figures: [["depthMax", "primary"]] },
  { title: "oldest", figures: [["oldestWaitMaxMs", "warning"]], isTime: true },
  { title: "counts", figures: [["done", "primary"]] },
  {
    title: "failures",
    figures: [
      ["retried", "warning"],
      ["failed", "error"],
    ],
  },
  {
    title: "run",
    figures: [
      ["runP50Ms", "primary"],
      ["runP99Ms", "error"],
    ],
    isTime: true,
  },
  {
    title: "wait",
    figures: [
      ["waitP50Ms", "primary"],
      ["waitP99Ms", "error"],
    ],
    isTime: true,
  },
];

interface Props {
  curves: Curves;
  range: Range;
  onRange: (range: Range) => void;
}

/** What a queue did over time. */
export function QueueCurves({ curves, range, onRange }: Props) {
  const words = useTexts(bundle);
  const { token } = theme.useToken();
  const [view, setView] = useState<"chart" | "table">("chart");
  const moment = (ms: number): string => shopTime(ms).format(curves.range === "3h" ? "HH:mm" : "MM-DD HH:mm");
  return (
    <Card title={words("title")}>
      <Flex justify="space-between" wrap gap={8} style={{ marginBottom: 12 }}>
        <Segmented
          aria-label={words("range")}
          value={range}
          onChange={onRange}
          options={(["3h", "48h", "90d"] as const).map((value) => ({ value, label: words(value) }))}
        />
        <Segmented
          aria-label={words("view")}
          value={view}
          onChange={setView}
          options={(["chart", "table"] as const).map((value) => ({ value, label: words(value) }))}
        />
      </Flex>
      {view === "chart" ? (
        <>
          <div
            style={{
              display: "grid",
              gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 280px), 1fr))",
              gap: 12,
            }}
          >
            {panels.map(({ title, figures, isTime }) => (
              <Sparkline
                key={title}
                title={words(title)}
                points={pointsOf(curves)}
                pointMs={curves.pointMs}
                series={figures.map(([name, colour]) => ({ name, words: words(name), colour }))}
                isRecorded={(point) =>
                  title === "depth" || title === "oldest" ? point["depthMax"] != null : "done" in point
                }
                text={textOf(isTime)}
                moment={moment}
                words={{ latest: words("latest"), most: words("most"), gap: words("gap") }}
              />
            ))}
          </div>
          <small style={{ display: "block", marginTop: 8, color: token.colorTextTertiary }}>
            {words(`each${curves.range}`)}
          </small>
        </>
      ) : (
        <Table
          rowKey="time"
          size="small"
          dataSource={curves.points.toReversed()}
          locale={{ emptyText: words("gap") }}
          pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
          scroll={{ x: "max-content" }}
          columns={[
            { title: words("time"), render: (_, row) => moment(row.time) },
            ...panels.map(({ title, figures, isTime }) => ({
              title: words(title),
              children: figures.map(([name]) => ({
                title: words(name),
                align: "right" as const,
                className: "numbers",
                render: (_: unknown, row: Curves["points"][number]) => {
                  const value = row[name];
                  return value === null ? "–" : textOf(isTime)(value);
                },
              })),
            })),
          ]}
        />
      )}
    </Card>
  );
}

const textOf = (isTime: true | undefined) => (value: number) =>
  isTime ? span(value) || "0 ms" : value.toLocaleString("en-US");

/** Every point of time between the ends, those without a record bare. */
function pointsOf({ fromTime, untilTime, pointMs, points }: Curves): Point[] {
  const recorded = new Map(points.map((point) => [point.time, point as Point]));
  return Array.from({ length: Math.round((untilTime - fromTime) / pointMs) }, (_, at) => {
    const time = fromTime + at * pointMs;
    return recorded.get(time) ?? { time };
  });
}
