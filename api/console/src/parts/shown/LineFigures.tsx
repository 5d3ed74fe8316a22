import { Empty, Flex, Segmented, Skeleton, Table, theme } from "antd";
import { useState, type ReactNode } from "react";
import { CartesianGrid, Legend, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { isAnswered, type ReadState } from "../lists/ReadTable";
import { useTexts } from "../../texts/texts";

const bundle = {
  view: ["View", "视图"],
  chart: ["Chart", "图表"],
  table: ["Table", "表格"],
  none: ["No data", "暂无数据"],
} as const;

export interface Series {
  name: string;
  words: string;
  colour: "primary" | "error" | "warning" | "info" | "success";
}

interface Props<R extends object> {
  /** Describes it for screen readers. */
  title: string;
  read: ReadState;
  rows: readonly R[];
  /** The field for the x axis, and its format. */
  along: { name: keyof R & string; words: string; text: (value: number) => string };
  series: readonly Series[];
  /** The format of a value. */
  text?: (value: number) => string;
  tools?: ReactNode;
  height?: number;
}

/** Figures over time: lines with different dashes, or the same as a table. */
export function LineFigures<R extends object>({
  title,
  read,
  rows,
  along,
  series,
  text = (value) => value.toLocaleString(),
  tools,
  height = 280,
}: Props<R>) {
  const words = useTexts(bundle);
  const { token } = theme.useToken();
  const [view, setView] = useState<"chart" | "table">("chart");
  const colours = {
    primary: token.colorPrimary,
    error: token.colorError,
    warning: token.colorWarning,
    info: token.colorInfo,
    success: token.colorSuccess,
  };
  const dashes = ["", "6 3", "2 2", "10 4 2 4"];
  const shown = (value: unknown) => (value === null || value === undefined ? "–" : text(Number(value)));
  return (
    <>
      <Flex justify="space-between" wrap gap={8} style={{ marginBottom: 12 }}>
        <div>{tools}</div>
        <Segmented
          aria-label={words("view")}
          value={view}
          onChange={setView}
          options={[
            { value: "chart", label: words("chart") },
            { value: "table", label: words("table") },
          ]}
        />
      </Flex>
      {read.isLoading && <Skeleton active />}
      {rows.length === 0 && isAnswered(read) && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={words("none")} />
      )}
      {rows.length > 0 && view === "chart" && (
        <div role="img" aria-label={title}>
          <ResponsiveContainer width="100%" height={height}>
            <LineChart data={rows} accessibilityLayer margin={{ top: 8, right: 40, bottom: 0, left: 0 }}>
              <CartesianGrid stroke={token.colorBorderSecondary} vertical={false} />
              <XAxis
                dataKey={(row: R) => Number(row[along.name])}
                tickFormatter={along.text}
                stroke={token.colorTextSecondary}
                fontSize={12}
                minTickGap={32}
              />
              <YAxis
                allowDecimals={false}
                tickFormatter={text}
                stroke={token.colorTextSecondary}
                fontSize={12}
                width="auto"
              />
              <Tooltip
                labelFormatter={(value) => along.text(Number(value))}
                formatter={(value) => shown(value)}
                contentStyle={{ background: token.colorBgElevated, borderColor: token.colorBorder }}
                // The colours of lines are too faint for text.
                itemStyle={{ color: token.colorText }}
              />
              <Legend />
              {series.map(({ name, words: label, colour }, at) => (
                <Line
                  key={name}
                  dataKey={name}
                  name={label}
                  stroke={colours[colour]}
                  strokeDasharray={dashes[at % dashes.length] ?? ""}
                  strokeWidth={2}
                  dot={rows.length < 3}
                  isAnimationActive={false}
                />
              ))}
            </LineChart>
          </ResponsiveContainer>
        </div>
      )}
      {rows.length > 0 && view === "table" && (
        <Table<R>
          rowKey={along.name}
          size="small"
          dataSource={rows.toReversed()}
          pagination={{ pageSize: 24, hideOnSinglePage: true, showSizeChanger: false }}
          scroll={{ x: "max-content" }}
          columns={[
            {
              title: along.words,
              render: (_, row) => along.text(Number(row[along.name])),
            },
            ...series.map(({ name, words: label }) => ({
              title: label,
              align: "right" as const,
              className: "numbers",
              render: (_: unknown, row: R) => shown(row[name as keyof R]),
            })),
          ]}
        />
      )}
    </>
  );
}
