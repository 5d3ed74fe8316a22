import { Card, Flex, theme } from "antd";
import { shopTime } from "../../parts/shown/shopTime";
import type { DataOf } from "../../client/client";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Drained at", "清空时间"],
  empty: ["Nothing waits.", "没有任务等待。"],
  paused: ["Not before it is resumed: the queue is paused.", "恢复之前不会清空：队列已暂停。"],
  noWorker: ["Not before a worker takes it: none does.", "有工作进程处理之前不会清空：目前没有。"],
  unknown: [
    "Not known: only {{minutes}} of the last 15 minutes are recorded.",
    "未知：近 15 分钟仅记录了 {{minutes}} 分钟。",
  ],
  grows: ["It does not drain at this pace.", "按当前速度不会清空。"],
  drains: ["About {{at}}, between {{earliest}} and {{latest}}.", "约 {{at}}，在 {{earliest}} 至 {{latest}} 之间。"],
  perhaps: [
    "About {{at}}, not before {{earliest}}; perhaps not at this pace.",
    "约 {{at}}，不早于 {{earliest}}；按当前速度也可能不会清空。",
  ],
  pace: [
    "Last 15 minutes, each minute: {{arrivals}} arrived and {{ends}} ended, retries included.",
    "近 15 分钟平均每分钟：新增 {{arrivals}}，结束 {{ends}}，含重试。",
  ],
} as const;
type Drain = DataOf<"/admin-api/infra/queue/detail">["drain"];

/** When the waiting jobs are done, at the pace of the last minutes. */
export function DrainForecast({ drain }: { drain: Drain }) {
  const words = useTexts(bundle);
  const { token } = theme.useToken();
  const { state, time, earliestTime, latestTime, arrivalsPerMinute, endsPerMinute, minutes } = drain;
  const moments = { at: moment(time), earliest: moment(earliestTime), latest: moment(latestTime) };
  const said = state === "drains" && latestTime === null ? "perhaps" : state;
  return (
    <Card size="small" role="region" aria-label={words("title")}>
      <Flex wrap gap="4px 12px" align="baseline">
        <strong>{words("title")}</strong>
        <span style={state === "grows" ? { color: token.colorError } : undefined}>
          {words(said, { ...moments, minutes })}
        </span>
        {arrivalsPerMinute !== null && endsPerMinute !== null && (
          <span style={{ color: token.colorTextTertiary }}>
            {words("pace", { arrivals: rate(arrivalsPerMinute), ends: rate(endsPerMinute) })}
          </span>
        )}
      </Flex>
    </Card>
  );
}

const rate = (perMinute: number): string =>
  perMinute.toLocaleString("en-US", { maximumFractionDigits: perMinute < 10 ? 1 : 0 });

/** The day only where it is another one. */
function moment(ms: number | null): string {
  if (ms === null) return "–";
  const at = shopTime(ms);
  return at.format(at.isSame(shopTime(), "day") ? "HH:mm" : "MM-DD HH:mm");
}
