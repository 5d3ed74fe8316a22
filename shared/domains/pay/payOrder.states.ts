import { defineStates } from "#shared/kernel/mongo/states.js";

/** 0 waiting, 10 paid, 20 refunded (in part or whole), 30 closed (domain-facts 5.1). */
export type PayStatus = 0 | 10 | 20 | 30;
export const payOrderStates = defineStates<PayStatus>("payOrder", { 0: [10, 30], 10: [20], 20: [20], 30: [] });

/** 0 waiting at the channel, 10 the payment that counts, 30 closed or its money given back. */
export type AttemptStatus = 0 | 10 | 30;
export const attemptStates = defineStates<AttemptStatus>("payAttempt", { 0: [10, 30], 10: [], 30: [] });

/** 0 under way, 10 succeeded, 20 failed. */
export type RefundStatus = 0 | 10 | 20;
export const refundStates = defineStates<RefundStatus>("payRefund", { 0: [10, 20], 10: [], 20: [] });

/** 0 to be delivered, 10 delivered, 20 given up; an operator's replay starts over. */
export type NotifyStatus = 0 | 10 | 20;
export const notifyStates = defineStates<NotifyStatus>("notifyTask", { 0: [10, 20], 10: [0], 20: [0] });
