import { installSubscriptions, on, type Subscription } from "#shared/platform/events.js";
import {
  expirePayOrderJob,
  MALL_APP,
  payOrderClosed,
  payOrderPaid,
  payRefundFailed,
  payRefundSucceeded,
  startNotifyJob,
  WALLET_APP,
} from "#shared/domains/pay/index.js";
import { creditRechargeJob, finishRechargeRefundJob } from "#shared/domains/recharge/index.js";
import {
  applyRefundJob,
  cancelClosedOrderJob,
  markOrderPaidJob,
  tradeOrderExpired,
} from "#shared/domains/trade/index.js";

/** A seller reacts to the payments of its own pay app alone. */
const ofApp =
  <E extends { appId: number }, P>(appId: number, react: (event: E) => P) =>
  (event: E): P | undefined =>
    event.appId === appId ? react(event) : undefined;

/** Every domain event and who reacts to it: one job a reaction. Both API and workers load this table at their start. */
export const subscriptions: Subscription[] = [
  on(payOrderPaid, startNotifyJob, ({ payOrderId }) => ({ payOrderId, refundId: null })),
  on(payRefundSucceeded, startNotifyJob, ({ payOrderId, refundId }) => ({ payOrderId, refundId })),
  on(
    payOrderPaid,
    markOrderPaidJob,
    ofApp(MALL_APP, ({ payOrderId }) => ({ payOrderId })),
  ),
  on(
    payRefundSucceeded,
    applyRefundJob,
    ofApp(MALL_APP, ({ payOrderId, refundId }) => ({ payOrderId, refundId })),
  ),
  on(
    payOrderClosed,
    cancelClosedOrderJob,
    ofApp(MALL_APP, ({ payOrderId }) => ({ payOrderId })),
  ),
  on(tradeOrderExpired, expirePayOrderJob, ({ payOrderId }) => ({ payOrderId })),
  on(
    payOrderPaid,
    creditRechargeJob,
    ofApp(WALLET_APP, ({ payOrderId }) => ({ payOrderId })),
  ),
  on(
    payRefundSucceeded,
    finishRechargeRefundJob,
    ofApp(WALLET_APP, ({ payOrderId, refundId }) => ({ payOrderId, refundId, succeeded: true })),
  ),
  on(
    payRefundFailed,
    finishRechargeRefundJob,
    ofApp(WALLET_APP, ({ payOrderId, refundId }) => ({ payOrderId, refundId, succeeded: false })),
  ),
];

installSubscriptions(subscriptions);
