import { defineStates } from "#shared/kernel/mongo/states.js";

/**
 * `agreed` waits for the goods, `refunding` for the money; `cancelled` by its member (rules: Orders). The ways to refunded
 * before refunding: an order whose money went back as a whole takes what is still open with it.
 */
export const AfterSaleStatus = {
  applied: 10,
  agreed: 20,
  goodsSent: 30,
  refunding: 40,
  refunded: 50,
  cancelled: 61,
  refused: 62,
  goodsRefused: 63,
} as const;
export type AfterSaleStatus = (typeof AfterSaleStatus)[keyof typeof AfterSaleStatus];
export const afterSaleStates = defineStates<AfterSaleStatus>("afterSale", {
  [AfterSaleStatus.applied]: [
    AfterSaleStatus.agreed,
    AfterSaleStatus.refunding,
    AfterSaleStatus.refunded,
    AfterSaleStatus.cancelled,
    AfterSaleStatus.refused,
  ],
  [AfterSaleStatus.agreed]: [AfterSaleStatus.goodsSent, AfterSaleStatus.refunded, AfterSaleStatus.cancelled],
  [AfterSaleStatus.goodsSent]: [
    AfterSaleStatus.refunding,
    AfterSaleStatus.refunded,
    AfterSaleStatus.cancelled,
    AfterSaleStatus.goodsRefused,
  ],
  [AfterSaleStatus.refunding]: [AfterSaleStatus.refunded],
  [AfterSaleStatus.refunded]: [],
  [AfterSaleStatus.cancelled]: [],
  [AfterSaleStatus.refused]: [],
  [AfterSaleStatus.goodsRefused]: [],
});
/** What is not decided yet. */
export const openAfterSaleStates = [
  AfterSaleStatus.applied,
  AfterSaleStatus.agreed,
  AfterSaleStatus.goodsSent,
  AfterSaleStatus.refunding,
] as const;

/** Money only, or goods come back for money. */
export const AfterSaleWay = { refundOnly: 10, returnGoods: 20 } as const;
export type AfterSaleWay = (typeof AfterSaleWay)[keyof typeof AfterSaleWay];

/** When it was applied for: before or after the order was completed. */
export const AfterSaleType = { beforeCompletion: 10, afterCompletion: 20 } as const;
export type AfterSaleType = (typeof AfterSaleType)[keyof typeof AfterSaleType];
