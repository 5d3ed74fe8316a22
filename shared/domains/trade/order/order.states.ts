import { defineStates } from "#shared/kernel/mongo/states.js";

/** rules: Orders. */
export const OrderStatus = { unpaid: 0, toShip: 10, shipped: 20, completed: 30, cancelled: 40 } as const;
export type OrderStatus = (typeof OrderStatus)[keyof typeof OrderStatus];
export const orderStates = defineStates<OrderStatus>("tradeOrder", {
  [OrderStatus.unpaid]: [OrderStatus.toShip, OrderStatus.cancelled],
  [OrderStatus.toShip]: [OrderStatus.shipped, OrderStatus.completed, OrderStatus.cancelled],
  [OrderStatus.shipped]: [OrderStatus.completed, OrderStatus.cancelled],
  [OrderStatus.completed]: [OrderStatus.cancelled],
  [OrderStatus.cancelled]: [],
});

/** `points`: of the points mall. */
export const OrderType = { normal: 0, seckill: 1, bargain: 2, group: 3, points: 4 } as const;
export type OrderType = (typeof OrderType)[keyof typeof OrderType];

/** Why an order is cancelled: not paid in time, refunded in full, by its member, the group-buy failed, by an operator. */
export const CancelType = { overdue: 10, refunded: 20, byMember: 30, groupFailed: 40, byOperator: 50 } as const;
export type CancelType = (typeof CancelType)[keyof typeof CancelType];

/** How much of an order's money is refunded. */
export const RefundStatus = { none: 0, inPart: 10, inFull: 20 } as const;
export type RefundStatus = (typeof RefundStatus)[keyof typeof RefundStatus];

/** The after-sale state of an order item. */
export const ItemAfterSaleStatus = { none: 0, underWay: 10, refunded: 20 } as const;
export type ItemAfterSaleStatus = (typeof ItemAfterSaleStatus)[keyof typeof ItemAfterSaleStatus];

/** The state of one refund of an order. */
export const OrderRefundStatus = { underWay: 0, succeeded: 10, failed: 20 } as const;
export type OrderRefundStatus = (typeof OrderRefundStatus)[keyof typeof OrderRefundStatus];
