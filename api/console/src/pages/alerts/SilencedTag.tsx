import { Tag } from "antd";
import { shopTime } from "../../parts/shown/shopTime";
import { useTexts } from "../../texts/texts";

const bundle = { silenced: ["Silenced until {{time}}", "静默至 {{time}}"] } as const;

/** That a rule tells nobody of its alerts, and until when; nothing while it speaks. */
export function SilencedTag({ until }: { until: number | null }) {
  const words = useTexts(bundle);
  if (until === null) return null;
  return <Tag color="warning">{words("silenced", { time: shopTime(until).format("YYYY-MM-DD HH:mm") })}</Tag>;
}
