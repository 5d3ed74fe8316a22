import { Flex, theme } from "antd";
import type { Key } from "react";
import { Area, AreaChart, ReferenceArea, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { Series } from "../../parts/shown/LineFigures";

/** A point of time, with or without figures. */
export type Point = { time: number } & Record<string, number | null>;

interface Props {
  title: string;
  /** One for each point of time, also those of which nothing was recorded. */
  points: readonly Point[];
  pointMs: number;
  series: readonly Series[];
  /** Whether it was recorded, which a time without any job is too. */
  isRecorded: (point: Point) => boolean;
  text: (value: number) => string;
  moment: (ms: number) => string;
  /** "latest", "most" and "not recorded". */
  words: { latest: string; most: string; gap: string };
}

const HEIGHT = 88;
const dashes = ["", "4 3"];

/** Figures over time in little room. A time that was not recorded is grey, and no line crosses it. */
export function Sparkline({ title, points, pointMs, series, isRecorded, text, moment, words }: Props) {
  const { token } = theme.useToken();
  const colours = {
    primary: token.colorPrimary,
    error: token.colorError,
    warning: token.colorWarning,
    info: token.colorInfo,
    success: token.colorSuccess,
  };
  const [from, until] = [points[0]?.time ?? 0, points.at(-1)?.time ?? 0];
  const shown = (value: number | null | undefined): string => (value == null ? "–" : text(value));
  const latest = points.findLast(isRecorded);
  const values = series.flatMap(({ name }) => points.flatMap((point) => point[name] ?? []));
  const most = values.length === 0 ? null : Math.max(...values);
  const told = series.map(({ name, words: of }) => `${of} ${shown(latest?.[name])}`).join(", ");
  return (
    <section
      aria-label={title}
      data-sparkline
      style={{
        padding: "8px 12px",
        minWidth: 0,
        border: `1px solid ${token.colorBorderSecondary}`,
        borderRadius: token.borderRadius,
      }}
    >
      <Flex justify="space-between" align="baseline" gap={8}>
        <strong>{title}</strong>
        <span className="numbers" style={{ color: token.colorTextTertiary, fontSize: 12, whiteSpace: "nowrap" }}>
          {`${words.most} ${shown(most)}`}
        </span>
      </Flex>
      <Flex wrap gap="0 12px" style={{ fontSize: 12, color: token.colorTextSecondary }}>
        {series.map(({ name, words: of, colour }, at) => (
          <Flex key={name} align="center" gap={6} className="numbers">
            <svg width={16} height={8} aria-hidden>
              <line
                x1={0}
                x2={16}
                y1={4}
                y2={4}
                stroke={colours[colour]}
                strokeWidth={2}
                strokeDasharray={dashes[at] ?? ""}
              />
            </svg>
            {of}
            <span style={{ color: token.colorText, fontWeight: 600 }}>{shown(latest?.[name])}</span>
          </Flex>
        ))}
      </Flex>
      <div
        role="img"
        aria-label={`${title}: ${words.latest} ${told}; ${words.most} ${shown(most)}`}
        // Without any point there is no scale for the grey areas to be drawn by.
        style={latest ? {} : { background: token.colorFillSecondary }}
      >
        <ResponsiveContainer width="100%" height={HEIGHT}>
          <AreaChart data={[...points]} syncId="queue" margin={{ top: 8, right: 2, bottom: 2, left: 2 }}>
            <XAxis dataKey="time" type="number" domain={[from, until]} hide />
            <YAxis domain={[0, Math.max(1, most ?? 0)]} hide />
            {gapsOf(points, isRecorded).map(([first, last]) => (
              <ReferenceArea
                key={first}
                x1={Math.max(from, first - pointMs / 2)}
                x2={Math.min(until, last + pointMs / 2)}
                fill={token.colorTextQuaternary}
                fillOpacity={0.4}
                strokeOpacity={0}
              />
            ))}
            <Tooltip
              labelFormatter={(value) => moment(Number(value))}
              formatter={(value) => shown(value as number | null)}
              contentStyle={{ background: token.colorBgElevated, borderColor: token.colorBorder, padding: "4px 8px" }}
              // The colours of lines are too faint for text.
              itemStyle={{ color: token.colorText }}
              allowEscapeViewBox={{ x: false, y: true }}
              wrapperStyle={{ zIndex: 2 }}
            />
            {series.map(({ name, words: of, colour }, at) => (
              <Area
                key={name}
                dataKey={name}
                name={of}
                stroke={colours[colour]}
                strokeWidth={1.5}
                strokeDasharray={dashes[at] ?? ""}
                fill={colours[colour]}
                fillOpacity={at === 0 ? 0.12 : 0}
                dot={(dot: { key?: Key | null; cx?: number; cy?: number; index: number }) =>
                  isAlone(points, dot.index, name) ? (
                    <circle key={dot.key} cx={dot.cx} cy={dot.cy} r={2} fill={colours[colour]} />
                  ) : (
                    <g key={dot.key} />
                  )
                }
                isAnimationActive={false}
              />
            ))}
          </AreaChart>
        </ResponsiveContainer>
      </div>
      <Flex justify="space-between" style={{ fontSize: 11, color: token.colorTextTertiary }} className="numbers">
        <span>{moment(from)}</span>
        <span>{latest ? "" : words.gap}</span>
        <span>{moment(until)}</span>
      </Flex>
    </section>
  );
}

/** A line needs two points side by side; one alone is drawn as a dot. */
const isAlone = (points: readonly Point[], at: number, name: string): boolean =>
  points[at]?.[name] != null && points[at - 1]?.[name] == null && points[at + 1]?.[name] == null;

/** The first and the last point of each time that was not recorded. */
function gapsOf(points: readonly Point[], isRecorded: (point: Point) => boolean): [first: number, last: number][] {
  const gaps: [number, number][] = [];
  let isOpen = false;
  for (const point of points) {
    const isGap = !isRecorded(point);
    if (isGap && isOpen) gaps.at(-1)![1] = point.time;
    else if (isGap) gaps.push([point.time, point.time]);
    isOpen = isGap;
  }
  return gaps;
}
