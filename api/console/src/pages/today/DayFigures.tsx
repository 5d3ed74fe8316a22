import { Alert, Card, Flex, Segmented } from "antd";
import dayjs from "dayjs";
import { useState } from "react";
import { useRead } from "../../client/queries";
import { yuan } from "../../parts/shown/figures";
import { LineFigures, type Series } from "../../parts/shown/LineFigures";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Daily trend", "每日趋势"],
  days: ["Period", "天数"],
  week: ["7 days", "近 7 天"],
  month: ["30 days", "近 30 天"],
  figures: ["Metric", "指标"],
  money: ["Amounts", "金额"],
  counts: ["Counts", "数量"],
  day: ["Day", "日期"],
  paid: ["Paid", "支付金额"],
  refunded: ["Refunded", "退款金额"],
  recharged: ["Top-ups", "充值金额"],
  orders: ["Orders placed", "下单数"],
  paidOrders: ["Orders paid", "支付订单数"],
  afterSales: ["After-sales refunded", "退款售后数"],
} as const;

/** Daily sales, as lines or as a table. */
export function DayFigures() {
  const words = useTexts(bundle);
  const [days, setDays] = useState(7);
  const [figures, setFigures] = useState<"money" | "counts">("money");
  // Rounded to the hour, so that the query stays the same between renderings.
  const until = dayjs().startOf("hour");
  const read = useRead("/admin-api/statistics/trade/list", {
    times: [until.subtract(days - 1, "day").valueOf(), until.valueOf()],
  });
  const series: Record<typeof figures, Series[]> = {
    money: [
      { name: "orderPayPrice", words: words("paid"), colour: "primary" },
      { name: "afterSaleRefundPrice", words: words("refunded"), colour: "error" },
      { name: "rechargePayPrice", words: words("recharged"), colour: "info" },
    ],
    counts: [
      { name: "orderCreateCount", words: words("orders"), colour: "info" },
      { name: "orderPayCount", words: words("paidOrders"), colour: "primary" },
      { name: "afterSaleCount", words: words("afterSales"), colour: "error" },
    ],
  };
  // A day is placed at its start in the reader's time zone.
  const rows = (read.data ?? []).map(({ time, ...sums }) => ({ ...sums, at: dayjs(time).valueOf() }));
  return (
    <Card title={words("title")} style={{ marginBottom: 16 }}>
      {read.error && <Alert type="error" showIcon title={read.error.message} />}
      <LineFigures
        title={words("title")}
        read={read}
        rows={rows}
        along={{ name: "at", words: words("day"), text: (at) => dayjs(at).format("MM-DD") }}
        series={series[figures]}
        text={figures === "money" ? yuan : (value) => value.toLocaleString("en-US")}
        tools={
          <Flex gap={8} wrap>
            <Segmented<number>
              aria-label={words("days")}
              value={days}
              onChange={setDays}
              options={[
                { value: 7, label: words("week") },
                { value: 30, label: words("month") },
              ]}
            />
            <Segmented<"money" | "counts">
              aria-label={words("figures")}
              value={figures}
              onChange={setFigures}
              options={[
                { value: "money", label: words("money") },
                { value: "counts", label: words("counts") },
              ]}
            />
          </Flex>
        }
      />
    </Card>
  );
}
