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
import {
  tradeAfterSaleLogged,
  tradeOrderExpired,
  tradeOrderLogged,
  tradeOrderRefunded,
  tradeParcelSigned,
} from "#shared/domains/trade/trade.events.js";
import { eventOfAfterSale, eventOfOrder, isWanted, type WebhookEvent } from "#shared/domains/webhook/index.js";
import { publishEventJob } from "#shared/domains/webhook/webhook.jobs.js";
import { catalogStockChanged } from "#shared/domains/catalog/catalog.events.js";
import { randomId } from "#shared/kernel/mongo/ids.js";
import { clock } from "#shared/kernel/time/clock.js";
import { forgetUploaderJob } from "#shared/domains/video/video.jobs.js";
import { PayAppId } from "#shared/domains/pay/channel/payChannel.codes.js";

/** A reaction only to the payments of one pay app. */
const ofApp =
  <E extends { appId: number }, P>(appId: number, react: (event: E) => P) =>
  (event: E): P | undefined =>
    event.appId === appId ? react(event) : undefined;

/** A third party is told, if any wants to be: else nothing is enqueued. */
async function news(event: WebhookEvent | undefined, subjectId: number, at: number) {
  return event && (await isWanted(event)) ? { event, subjectId, at, mark: randomId() } : undefined;
}

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
  on(tradeOrderLogged, publishEventJob, ({ orderId, operation, at }) => news(eventOfOrder(operation), orderId, at)),
  on(tradeAfterSaleLogged, publishEventJob, ({ afterSaleId, operation, at }) =>
    news(eventOfAfterSale(operation), afterSaleId, at),
  ),
  on(tradeParcelSigned, publishEventJob, ({ parcelId, at }) => news("parcel.delivered", parcelId, at)),
  on(payRefundSucceeded, publishEventJob, ({ refundId }) => news("refund.succeeded", refundId, clock.ms())),
  on(catalogStockChanged, publishEventJob, ({ skuId, at }) => news("stock.changed", skuId, at)),
  on(catalogStockChanged, publishEventJob, ({ skuId, at }) => news("stock.low", skuId, at)),
];

installSubscriptions(subscriptions);
