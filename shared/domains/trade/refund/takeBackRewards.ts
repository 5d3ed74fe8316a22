import { releaseActivity } from "#shared/domains/promotion/activity/index.js";
import { changeExperience, changePoints } from "#shared/domains/loyalty/index.js";
import { returnCoupon, revokeGivenCoupons } from "#shared/domains/promotion/index.js";
import { ExperienceBizType, PointBizType } from "#shared/domains/loyalty/loyalty.codes.js";
import type { OrderDoc } from "../order/order.model.js";
import type { OrderRefundDoc } from "./orderRefund.model.js";
import { OrderType } from "../order/order.states.js";

/**
 * Takes rewards back in the refund's transaction (rules: Orders). Given points are taken back as far as the member
 * still has them; spent ones are owed and do not stop the refund.
 */

/** Returns used points and takes given ones back; types 12 and 22 for a whole order, 13 and 23 for a part. */
export async function takeBackPoints(
  { _id: orderId, memberId, no }: OrderDoc,
  { _id: refundId, afterSaleId }: OrderRefundDoc,
  { usePoint, givePoint, isWhole }: { usePoint: number; givePoint: number; isWhole: boolean },
): Promise<void> {
  const ofPart = afterSaleId === null ? `refund-${refundId}` : `after-sale-${afterSaleId}`;
  const isOrders = isWhole && afterSaleId === null;
  const from = { memberId, bizId: isOrders ? orderId : ofPart, description: no };
  if (usePoint > 0)
    await changePoints({
      ...from,
      change: usePoint,
      bizType: isOrders ? PointBizType.returnedOrder : PointBizType.returnedItem,
    });
  if (givePoint > 0)
    await changePoints({
      ...from,
      change: -givePoint,
      bizType: isOrders ? PointBizType.takenBackOrder : PointBizType.takenBackItem,
    });
}

/** For a fully refunded order: returns its coupon and place in the activity, takes back the unused coupons it gave. */
export async function takeBackOrder({ _id: orderId, couponId, giveCoupons, type }: OrderDoc): Promise<void> {
  if (couponId !== null) await returnCoupon(orderId);
  if (giveCoupons.length > 0) await revokeGivenCoupons(orderId);
  if (type !== OrderType.normal) await releaseActivity(orderId);
}

/** Takes back the experience for the refunded money. */
export async function takeBackExperience(
  { memberId, no }: OrderDoc,
  { _id: refundId }: OrderRefundDoc,
  { experience, isWhole }: { experience: number; isWhole: boolean },
): Promise<void> {
  if (experience <= 0) return;
  await changeExperience({
    memberId,
    change: -experience,
    bizType: isWhole ? ExperienceBizType.takenBackOrder : ExperienceBizType.takenBackItem,
    bizId: `refund-${refundId}`,
    description: no,
  });
}
