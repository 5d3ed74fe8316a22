import { installSubscriptions, on, type Subscription } from "#shared/platform/events.js";
import {
  expirePayOrderJob,
  payOrderClosed,
  payOrderPaid,
  payRefundFailed,
  payRefundSucceeded,
  startNotifyJob,
} from "#shared/domains/pay/index.js";
import { creditRechargeJob, finishRechargeRefundJob } from "#shared/domains/recharge/index.js";
import {
  applyRefundJob,
  cancelClosedOrderJob,
  markOrderPaidJob,
  tradeOrderExpired,
} from "#shared/domains/trade/index.js";

/** Every domain event and who reacts to it: one job a reaction. Both API and workers load this table at their start. */
export const subscriptions: Subscription[] = [
  on(payOrderPaid, startNotifyJob, ({ payOrderId }) => ({ payOrderId, refundId: null })),
  on(payRefundSucceeded, startNotifyJob, ({ payOrderId, refundId }) => ({ payOrderId, refundId })),
  on(payOrderPaid, markOrderPaidJob, ({ payOrderId }) => ({ payOrderId })),
  on(payRefundSucceeded, applyRefundJob, ({ payOrderId, refundId }) => ({ payOrderId, refundId })),
  on(payOrderClosed, cancelClosedOrderJob, ({ payOrderId }) => ({ payOrderId })),
  on(tradeOrderExpired, expirePayOrderJob, ({ payOrderId }) => ({ payOrderId })),
  on(payOrderPaid, creditRechargeJob, ({ payOrderId }) => ({ payOrderId })),
  on(payRefundSucceeded, finishRechargeRefundJob, ({ payOrderId, refundId }) => ({
    payOrderId,
    refundId,
    succeeded: true,
  })),
  on(payRefundFailed, finishRechargeRefundJob, ({ payOrderId, refundId }) => ({
    payOrderId,
    refundId,
    succeeded: false,
  })),
];

installSubscriptions(subscriptions);
