import { defineStates } from "#shared/kernel/mongo/states.js";

/**
 * 10 applied, 20 agreed and waiting for the goods, 30 goods sent back, 40 waiting for the refund, 50 refunded, 61 cancelled
 * by its member, 62 refused, 63 goods refused (domain-facts 1.8). The ways to 50 before 40: an order whose money went back
 * as a whole takes what is still open with it.
 */
export type AfterSaleStatus = 10 | 20 | 30 | 40 | 50 | 61 | 62 | 63;
export const afterSaleStates = defineStates<AfterSaleStatus>("afterSale", {
  10: [20, 40, 50, 61, 62],
  20: [30, 50, 61],
  30: [40, 50, 61, 63],
  40: [50],
  50: [],
  61: [],
  62: [],
  63: [],
});
/** What is not decided yet. */
export const openAfterSaleStates = [10, 20, 30, 40] as const satisfies readonly AfterSaleStatus[];

/** 10 money only, 20 goods come back for money. */
export type AfterSaleWay = 10 | 20;
/** When it was applied for: 10 before the order was completed, 20 after. */
export type AfterSaleType = 10 | 20;
