import dayjs from "dayjs";
import { Card } from "antd";
import { useRead } from "../../client/queries";
import { LineFigures, type Series } from "../../parts/shown/LineFigures";
import { useLanguage, useTexts, type Pair } from "../../texts/texts";

const bundle = {
  title: ["Error budget left over 30 days", "30 天剩余额度走势"],
  day: ["Until", "截至"],
} as const;
const colours: Series["colour"][] = ["primary", "warning", "info", "error"];

/** How the error budget of each objective was used up, as a line that falls where misses came. */
export function BurnDown({ names }: { names: readonly (readonly [name: string, words: Pair])[] }) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const read = useRead("/admin-api/infra/objective/burn-down", undefined, { everyMs: 60_000 });
  const rows = (read.data ?? []).map(({ time, left }) => ({
    time: dayjs(time).add(1, "day").valueOf(),
    ...Object.fromEntries(Object.entries(left).map(([name, share]) => [name, Math.round(share * 1_000) / 10])),
  }));
  return (
    <Card title={words("title")} style={{ marginBottom: 16 }}>
      <LineFigures
        title={words("title")}
        read={read}
        rows={rows}
        along={{ name: "time", words: words("day"), text: (time) => dayjs(time).format("MM-DD") }}
        series={names.map(([name, label], at) => ({
          name,
          words: of(label),
          colour: colours[at % colours.length] ?? "primary",
        }))}
        text={(value) => `${value}%`}
      />
    </Card>
  );
}
