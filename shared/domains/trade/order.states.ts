import { defineStates } from "#shared/kernel/mongo/states.js";

/** 0 unpaid, 10 to ship, 20 shipped, 30 completed, 40 cancelled (spec, States; moves of contract 5). */
export type OrderStatus = 0 | 10 | 20 | 30 | 40;
export const orderStates = defineStates<OrderStatus>("tradeOrder", {
  0: [10, 40],
  10: [20, 30, 40],
  20: [30, 40],
  30: [40],
  40: [],
});

/** 0 normal, 1 seckill, 2 bargain, 3 group-buy, 4 points mall. */
export type OrderType = 0 | 1 | 2 | 3 | 4;
/** 1 express, 2 pick-up; virtual goods take 2. */
export type DeliveryType = 1 | 2;
/** 10 payment deadline, 20 closed by full refund, 30 by its member, 40 group-buy failed, 50 by an operator. */
export type CancelType = 10 | 20 | 30 | 40 | 50;
/** 0 none, 10 in part, 20 in full. */
export type RefundStatus = 0 | 10 | 20;
/** Of an item: 0 none, 10 under way, 20 refunded. */
export type ItemAfterSaleStatus = 0 | 10 | 20;
