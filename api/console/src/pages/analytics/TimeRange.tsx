import { DatePicker } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { shopTime } from "../../parts/shown/shopTime";
import { useTexts } from "../../texts/texts";

const bundle = {
  range: ["Time range", "时间范围"],
  today: ["Today", "今天"],
  week: ["Last 7 days", "近 7 天"],
  month: ["Last 30 days", "近 30 天"],
} as const;

export type Range = [from: number, to: number];

/** The shop counts days by Beijing time, wherever the reader is. */
export const shopDay = (ms: number): string => shopTime(ms).format("YYYY-MM-DD");
export const shopHour = (ms: number): string => shopTime(ms).format("YYYY-MM-DD HH:mm");

const between = (from: string, to: string): Range => [
  Date.parse(`${from}T00:00:00.000+08:00`),
  Date.parse(`${to}T23:59:59.999+08:00`),
];

export const lastDays = (days: number): Range =>
  between(shopDay(Date.now() - (days - 1) * 86_400_000), shopDay(Date.now()));

/** From day to day. */
export function TimeRange({
  value,
  onChange,
  mostDays,
}: {
  value: Range;
  onChange: (range: Range) => void;
  mostDays: number;
}) {
  const words = useTexts(bundle);
  const asDays = ([from, to]: Range): [Dayjs, Dayjs] => [dayjs(shopDay(from)), dayjs(shopDay(to))];
  return (
    <DatePicker.RangePicker
      aria-label={words("range")}
      allowClear={false}
      value={asDays(value)}
      disabledDate={(day, { from }) =>
        day.format("YYYY-MM-DD") > shopDay(Date.now()) || (from ? Math.abs(day.diff(from, "day")) >= mostDays : false)
      }
      presets={[
        { label: words("today"), value: asDays(lastDays(1)) },
        { label: words("week"), value: asDays(lastDays(7)) },
        ...(mostDays >= 30 ? [{ label: words("month"), value: asDays(lastDays(30)) }] : []),
      ]}
      onChange={(days) => {
        const [from, to] = days ?? [];
        if (from && to) onChange(between(from.format("YYYY-MM-DD"), to.format("YYYY-MM-DD")));
      }}
    />
  );
}
