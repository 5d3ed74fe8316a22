import { defineStates } from "#shared/kernel/mongo/states.js";

/** `refunded`: partly or fully (rules: Payment). */
export const PayStatus = { waiting: 0, paid: 10, refunded: 20, closed: 30 } as const;
export type PayStatus = (typeof PayStatus)[keyof typeof PayStatus];
export const payOrderStates = defineStates<PayStatus>("payOrder", {
  [PayStatus.waiting]: [PayStatus.paid, PayStatus.closed],
  [PayStatus.paid]: [PayStatus.refunded],
  [PayStatus.refunded]: [PayStatus.refunded],
  [PayStatus.closed]: [],
});

/** `paid`: the payment that counts; `closed`: without payment, or its payment was refunded as it must not count. */
export const AttemptStatus = { waiting: 0, paid: 10, closed: 30 } as const;
export type AttemptStatus = (typeof AttemptStatus)[keyof typeof AttemptStatus];
export const attemptStates = defineStates<AttemptStatus>("payAttempt", {
  [AttemptStatus.waiting]: [AttemptStatus.paid, AttemptStatus.closed],
  [AttemptStatus.paid]: [],
  [AttemptStatus.closed]: [],
});

/** A provider may still give back what it reported as failed; that is booked, whenever it comes. */
export const PayRefundStatus = { underWay: 0, succeeded: 10, failed: 20 } as const;
export type PayRefundStatus = (typeof PayRefundStatus)[keyof typeof PayRefundStatus];
export const refundStates = defineStates<PayRefundStatus>("payRefund", {
  [PayRefundStatus.underWay]: [PayRefundStatus.succeeded, PayRefundStatus.failed],
  [PayRefundStatus.succeeded]: [],
  [PayRefundStatus.failed]: [PayRefundStatus.succeeded],
});

export { NotifyStatus, notifyStates } from "#shared/kernel/webhooks/delivery.states.js";
