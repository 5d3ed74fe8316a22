import { z } from "zod";

const Totals = z.object({
  orderCreateCount: z.number(),
  orderPayCount: z.number(),
  orderPayPrice: z.number(),
  afterSaleCount: z.number(),
  afterSaleRefundPrice: z.number(),
  walletPayPrice: z.number(),
  rechargePayCount: z.number(),
  rechargePayPrice: z.number(),
  rechargeRefundCount: z.number(),
  rechargeRefundPrice: z.number(),
});
export const TradeAnalysisView = z.object({ value: Totals, reference: Totals });
export const TradeSummaryView = z.object({ today: TradeAnalysisView, month: TradeAnalysisView });
/** `time` is the day, yyyy-MM-dd in Asia/Shanghai. */
export const TradeDays = z.array(Totals.extend({ time: z.string() }));
export const OrderCounts = z.object({
  undelivered: z.number(),
  pickUp: z.number(),
  afterSaleApply: z.number(),
});
