import { DatePicker } from "antd";
import type { Dayjs } from "dayjs";
import { shopTime } from "../shown/shopTime";
import { useTexts } from "../../texts/texts";

const bundle = {
  today: ["Today", "今天"],
  week: ["Last 7 days", "近 7 天"],
  month: ["Last 30 days", "近 30 天"],
} as const;

interface Props {
  id?: string;
  /** In the field, which then has no label beside it. */
  label?: string;
  withTime: boolean;
  value?: [Dayjs | null, Dayjs | null];
  onChange?: (value: [Dayjs | null, Dayjs | null] | null) => void;
}

/** From a day, or a time of it, to another; either may be left open. */
export function SpanPicker({ label, withTime, ...item }: Props) {
  const words = useTexts(bundle);
  const days = (back: number): [Dayjs, Dayjs] => [
    shopTime().subtract(back, "day").startOf("day"),
    shopTime().endOf("day"),
  ];
  const presets = [
    { label: words("today"), value: days(0) },
    { label: words("week"), value: days(6) },
    { label: words("month"), value: days(29) },
  ];
  return (
    <DatePicker.RangePicker
      {...item}
      {...(label === undefined ? {} : { "aria-label": label, prefix: label })}
      {...(withTime ? { showTime: { format: "HH:mm" }, presets } : {})}
      allowEmpty={[true, true]}
      style={label === undefined ? { width: "100%" } : { maxWidth: "100%" }}
    />
  );
}
