import { daysWithin } from "#shared/kernel/lists/filters.js";
import type { PayNumbers } from "#shared/domains/pay/index.js";
import { daysBefore } from "./days.js";
import { PayDayModel, type PayDayDoc } from "./payDay.model.js";

export interface ChannelNumbers extends PayNumbers {
  channelCode: string;
}
export interface PayTotals extends PayNumbers {
  /** Most money first. */
  channels: ChannelNumbers[];
}
interface PaySummary {
  value: PayTotals;
  /** For the span of the same length right before. */
  reference: PayTotals;
}

const names = [
  "payCount",
  "payPriceFen",
  "walletPriceFen",
  "feeFen",
  "refundCount",
  "refundPriceFen",
  "walletRefundPriceFen",
  "lateRefundPriceFen",
] as const satisfies (keyof PayNumbers)[];

/** Payments and refunds through all channels together, and through each. Days as yyyy-MM-dd, inclusive. */
export async function paySummary(from: string, to: string): Promise<PaySummary> {
  const before = daysBefore(from, to);
  return { value: await totalsOf(from, to), reference: await totalsOf(before.from, before.to) };
}

/** Summed here, as there are few rows: one per channel and day. */
async function totalsOf(from: string, to: string): Promise<PayTotals> {
  const rows = await PayDayModel.find({ day: daysWithin({ from, to }) }).lean<PayDayDoc[]>();
  const byChannel = new Map<string, ChannelNumbers>();
  for (const row of rows)
    byChannel.set(row.channelCode, { channelCode: row.channelCode, ...plus(byChannel.get(row.channelCode), row) });
  const channels = [...byChannel.values()].sort(
    (a, b) => b.payPriceFen - a.payPriceFen || a.channelCode.localeCompare(b.channelCode),
  );
  return { ...channels.reduce<PayNumbers>(plus, plus(undefined, undefined)), channels };
}

function plus(a: PayNumbers | undefined, b: PayNumbers | undefined): PayNumbers {
  return Object.fromEntries(names.map((name) => [name, (a?.[name] ?? 0) + (b?.[name] ?? 0)])) as unknown as PayNumbers;
}
