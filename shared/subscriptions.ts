import { activityGroupFailed } from "#shared/domains/promotion/activity/activity.events.js";
import { installSubscriptions, on, type Subscription } from "#shared/kernel/queue/events.js";
import { dissolveGroupJob, makeGroupJob, scheduleEndJob } from "#shared/domains/chat/chat.jobs.js";
import { liveCreated, liveDeleted, liveEnded } from "#shared/domains/live/live.events.js";
import { voidRefundedJob } from "#shared/domains/invoice/invoice.jobs.js";
import { welcomeMemberJob } from "#shared/domains/loyalty/loyalty.jobs.js";
import { erasePicturesJob } from "#shared/domains/media/media.jobs.js";
import { memberCreated, memberLoggedOff } from "#shared/domains/member/member.events.js";
import { expirePayOrderJob, startNotifyJob } from "#shared/domains/pay/pay.jobs.js";

import { payOrderClosed, payOrderPaid, payRefundFailed, payRefundSucceeded } from "#shared/domains/pay/pay.events.js";
import { giveRegistrationCouponsJob } from "#shared/domains/promotion/promotion.jobs.js";
import { creditRechargeJob, finishRechargeRefundJob } from "#shared/domains/recharge/recharge.jobs.js";
import {
  applyRefundJob,
  cancelClosedOrderJob,
  markOrderPaidJob,
  refundFailedGroupJob,
} from "#shared/domains/trade/trade.jobs.js";
import { tradeOrderExpired, tradeOrderRefunded } from "#shared/domains/trade/trade.events.js";
import { forgetUploaderJob } from "#shared/domains/video/video.jobs.js";
import { PayAppId } from "#shared/domains/pay/channel/payChannel.codes.js";

/** A reaction only to the payments of one pay app. */
const ofApp =
  <E extends { appId: number }, P>(appId: number, react: (event: E) => P) =>
  (event: E): P | undefined =>
    event.appId === appId ? react(event) : undefined;

/** Every domain event and its reactions, one job each. Both API and workers load this table at their start. */
export const subscriptions: Subscription[] = [
  on(memberCreated, giveRegistrationCouponsJob, ({ memberId }) => ({ memberId })),
  on(memberCreated, welcomeMemberJob, ({ memberId }) => ({ memberId })),
  on(memberLoggedOff, forgetUploaderJob, ({ memberId }) => ({ memberId })),
  on(memberLoggedOff, erasePicturesJob, ({ memberId }) => ({ memberId })),
  on(payRefundSucceeded, startNotifyJob, ({ payOrderId, refundId }) => ({ payOrderId, refundId })),
  on(
    payOrderPaid,
    markOrderPaidJob,
    ofApp(PayAppId.mall, ({ payOrderId, merchantOrderId }) => ({
      payOrderId,
      orderId: Number(merchantOrderId) || undefined,
    })),
  ),
  on(
    payRefundSucceeded,
    applyRefundJob,
    ofApp(PayAppId.mall, ({ payOrderId, refundId }) => ({ payOrderId, refundId })),
  ),
  on(tradeOrderRefunded, voidRefundedJob, ({ payOrderId }) => ({ payOrderId })),
  // A failed refund only changes an after-sale, and lets the refund of a failed group go on.
  on(
    payRefundFailed,
    applyRefundJob,
    ofApp(PayAppId.mall, ({ payOrderId, refundId }) => ({ payOrderId, refundId })),
  ),
  on(
    payOrderClosed,
    cancelClosedOrderJob,
    ofApp(PayAppId.mall, ({ payOrderId }) => ({ payOrderId })),
  ),
  on(liveCreated, makeGroupJob, ({ liveId }) => ({ liveId })),
  on(liveEnded, scheduleEndJob, ({ liveId }) => ({ liveId })),
  on(liveDeleted, dissolveGroupJob, ({ liveId }) => ({ liveId })),
  on(activityGroupFailed, refundFailedGroupJob, ({ orderIds }) => ({ orderIds })),
  on(tradeOrderExpired, expirePayOrderJob, ({ payOrderId }) => ({ payOrderId })),
  on(
    payOrderPaid,
    creditRechargeJob,
    ofApp(PayAppId.wallet, ({ payOrderId }) => ({ payOrderId })),
  ),
  on(
    payRefundSucceeded,
    finishRechargeRefundJob,
    ofApp(PayAppId.wallet, ({ payOrderId, refundId }) => ({ payOrderId, refundId })),
  ),
  on(
    payRefundFailed,
    finishRechargeRefundJob,
    ofApp(PayAppId.wallet, ({ payOrderId, refundId }) => ({ payOrderId, refundId })),
  ),
];

installSubscriptions(subscriptions);
