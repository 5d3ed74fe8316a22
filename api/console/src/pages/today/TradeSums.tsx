import { Alert, Card, Segmented, Statistic, Typography } from "antd";
import { useState } from "react";
import { useRead } from "../../client/queries";
import { yuan } from "../../parts/shown/figures";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Sales", "交易概况"],
  period: ["Period", "时段"],
  today: ["Today", "今日"],
  month: ["This month", "本月"],
  yesterday: ["Yesterday {{value}}", "昨日 {{value}}"],
  lastMonth: ["Last month {{value}}", "上月 {{value}}"],
  paid: ["Paid", "支付金额"],
  paidOrders: ["Orders paid", "支付订单数"],
  orders: ["Orders placed", "下单数"],
  refunded: ["Refunded", "退款金额"],
  afterSales: ["After-sales refunded", "退款售后数"],
  wallet: ["Paid by wallet", "钱包支付金额"],
  recharged: ["Top-ups", "充值金额"],
  rechargeRefunded: ["Top-ups refunded", "充值退款金额"],
} as const;

const money = [
  ["paid", "orderPayPrice"],
  ["refunded", "afterSaleRefundPrice"],
  ["wallet", "walletPayPrice"],
  ["recharged", "rechargePayPrice"],
  ["rechargeRefunded", "rechargeRefundPrice"],
] as const;
const counts = [
  ["paidOrders", "orderPayCount"],
  ["orders", "orderCreateCount"],
  ["afterSales", "afterSaleCount"],
] as const;

/** Today compared with yesterday, or this month with the last. */
export function TradeSums() {
  const words = useTexts(bundle);
  const [period, setPeriod] = useState<"today" | "month">("today");
  const { data, error } = useRead("/admin-api/statistics/trade/summary", undefined, { everyMs: 60_000 });
  const before = period === "today" ? "yesterday" : "lastMonth";
  const sums = data?.[period];
  const [first, ...others] = money;
  const shown = [
    { name: first[0], field: first[1], text: yuan },
    ...counts.map(([name, field]) => ({ name, field, text: (value: number) => value.toLocaleString("en-US") })),
    ...others.map(([name, field]) => ({ name, field, text: yuan })),
  ];
  return (
    <Card
      title={words("title")}
      loading={!data && !error}
      style={{ marginBottom: 16 }}
      extra={
        <Segmented<"today" | "month">
          aria-label={words("period")}
          value={period}
          onChange={setPeriod}
          options={[
            { value: "today", label: words("today") },
            { value: "month", label: words("month") },
          ]}
        />
      }
    >
      {error && <Alert type="error" showIcon title={error.message} />}
      {sums && (
        <div style={{ display: "grid", gridTemplateColumns: "repeat(auto-fill, minmax(190px, 1fr))", gap: 20 }}>
          {shown.map(({ name, field, text }) => (
            <div key={name}>
              <Statistic title={words(name)} value={text(sums.value[field])} />
              <Typography.Text type="secondary" className="numbers" style={{ fontSize: 12 }}>
                {words(before, { value: text(sums.reference[field]) })}{" "}
                <Change now={sums.value[field]} then={sums.reference[field]} />
              </Typography.Text>
            </div>
          ))}
        </div>
      )}
    </Card>
  );
}

/** The change in percent. */
function Change({ now, then }: { now: number; then: number }) {
  if (then === 0 || now === then) return null;
  const percent = Math.round(((now - then) / then) * 100);
  return (
    <span>
      {percent > 0 ? "▲ +" : "▼ "}
      {percent}%
    </span>
  );
}
