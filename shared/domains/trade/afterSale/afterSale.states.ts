import { defineStates } from "#shared/kernel/mongo/states.js";

/**
 * `agreed` waits for the goods, `refunding` for the money; `cancelled` by its member (rules: Orders). Every open state
 * may go to `refunded`, as a full refund of the order ends its open after-sales.
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
  // Taken back before a refund was asked for.
  [AfterSaleStatus.refunding]: [AfterSaleStatus.refunded, AfterSaleStatus.cancelled, AfterSaleStatus.refused],
  [AfterSaleStatus.refunded]: [],
  [AfterSaleStatus.cancelled]: [],
  [AfterSaleStatus.refused]: [],
  [AfterSaleStatus.goodsRefused]: [],
});
/** States of an after-sale that has not ended. */
export const openAfterSaleStates = [
  AfterSaleStatus.applied,
  AfterSaleStatus.agreed,
  AfterSaleStatus.goodsSent,
  AfterSaleStatus.refunding,
] as const;

/** Money only, or money for returned goods. */
export const AfterSaleWay = { refundOnly: 10, returnGoods: 20 } as const;
export type AfterSaleWay = (typeof AfterSaleWay)[keyof typeof AfterSaleWay];

/** Whether it was applied for before or after the order was completed. */
export const AfterSaleType = { beforeCompletion: 10, afterCompletion: 20 } as const;
export type AfterSaleType = (typeof AfterSaleType)[keyof typeof AfterSaleType];
