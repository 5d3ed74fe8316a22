import { daysWithin } from "#shared/kernel/lists/filters.js";
import { DateTime } from "luxon";
import { daysBefore, daysBetween, shopDay } from "./days.js";
import { TradeDayModel, type TradeDayDoc } from "./tradeDay.model.js";

export type TradeTotals = Omit<TradeDayDoc, "_id" | "countedAt" | "countedUntil">;

const nothing: TradeTotals = {
  orderCreateCount: 0,
  orderPayCount: 0,
  orderPayPriceFen: 0,
  afterSaleCount: 0,
  afterSaleRefundPriceFen: 0,
  rechargePayCount: 0,
  rechargePayPriceFen: 0,
  rechargeRefundCount: 0,
  rechargeRefundPriceFen: 0,
  walletPayPriceFen: 0,
};

/** From the first day to the last, inclusive, as yyyy-MM-dd; a day without a row has zeros. Oldest first. */
export async function tradeDays(from: string, to: string): Promise<(TradeTotals & { day: string })[]> {
  const rows = await TradeDayModel.find({ _id: daysWithin({ from, to }) }).lean<TradeDayDoc[]>();
  const byDay = new Map(rows.map((row) => [row._id, row]));
  return daysBetween(from, to).map((day) => ({ day, ...pick(byDay.get(day)) }));
}

function pick(row: TradeDayDoc | undefined): TradeTotals {
  const keys = Object.keys(nothing) as (keyof TradeTotals)[];
  return Object.fromEntries(keys.map((key) => [key, row?.[key] ?? 0])) as unknown as TradeTotals;
}

async function totals(from: string, to: string): Promise<TradeTotals> {
  const sum = { ...nothing };
  for (const day of await tradeDays(from, to))
    for (const key of Object.keys(sum) as (keyof TradeTotals)[]) sum[key] += day[key];
  return sum;
}

export interface TradeAnalysis {
  value: TradeTotals;
  /** For the span of the same length right before. */
  reference: TradeTotals;
}

/** Sums of a time span, and of the one of the same length right before (rules: Sales reports). Days as yyyy-MM-dd. */
export async function tradeAnalysis(from: string, to: string): Promise<TradeAnalysis> {
  const before = daysBefore(from, to);
  return { value: await totals(from, to), reference: await totals(before.from, before.to) };
}

/** Today compared with yesterday, and this month so far with the whole previous one. */
export async function tradeSummary(): Promise<{ today: TradeAnalysis; month: TradeAnalysis }> {
  const today = shopDay();
  const monthStart = DateTime.fromISO(today, { zone: "utc" }).startOf("month");
  const lastMonth = monthStart.minus({ months: 1 });
  return {
    today: await tradeAnalysis(today, today),
    month: {
      value: await totals(monthStart.toISODate()!, today),
      reference: await totals(lastMonth.toISODate()!, lastMonth.endOf("month").toISODate()!),
    },
  };
}
