import { installSubscriptions, on, type Subscription } from "#shared/platform/events.js";
import {
  expirePayOrderJob,
  payOrderClosed,
  payOrderPaid,
  payRefundSucceeded,
  startNotifyJob,
} from "#shared/domains/pay/index.js";
import { cancelClosedOrderJob, markOrderPaidJob, tradeOrderExpired } from "#shared/domains/trade/index.js";

/** Every domain event and who reacts to it: one job a reaction. Both API and workers load this table at their start. */
export const subscriptions: Subscription[] = [
  on(payOrderPaid, startNotifyJob, ({ payOrderId }) => ({ payOrderId, refundId: null })),
  on(payRefundSucceeded, startNotifyJob, ({ payOrderId, refundId }) => ({ payOrderId, refundId })),
  on(payOrderPaid, markOrderPaidJob, ({ payOrderId }) => ({ payOrderId })),
  on(payOrderClosed, cancelClosedOrderJob, ({ payOrderId }) => ({ payOrderId })),
  on(tradeOrderExpired, expirePayOrderJob, ({ payOrderId }) => ({ payOrderId })),
];

installSubscriptions(subscriptions);
