import { releaseActivity } from "#shared/domains/promotion/activity/index.js";
import { changeExperience, changePoints } from "#shared/domains/loyalty/index.js";
import { returnCoupon, takeBackGivenCoupons } from "#shared/domains/promotion/index.js";
import { ExperienceBizType, PointBizType } from "#shared/domains/loyalty/loyalty.codes.js";
import type { OrderDoc } from "../order/order.model.js";
import type { OrderRefundDoc } from "./orderRefund.model.js";
import { OrderType } from "../order/order.states.js";

/**
 * A refund's other side, in its transaction (rules: Orders). Points given are taken back as far as they are there:
 * what was spent meanwhile is lost to the shop, the refund goes on.
 */

/** The points of what was refunded: used ones come back, given ones go; 12 and 22 of a whole order, 13 and 23 of a part. */
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

/** The whole order was refunded: its coupon, the unused coupons that it gave, and its place in the activity. */
export async function takeBackOrder({ _id: orderId, couponId, giveCoupons, type }: OrderDoc): Promise<void> {
  if (couponId !== null) await returnCoupon(orderId);
  if (giveCoupons.length > 0) await takeBackGivenCoupons(orderId);
  if (type !== OrderType.normal) await releaseActivity(orderId);
}

/** The experience for money that went back. */
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
