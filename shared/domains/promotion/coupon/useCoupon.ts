import { clock } from "#shared/kernel/time/clock.js";
import { LostRace } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { CouponModel, type CouponDoc } from "./coupon.model.js";
import { couponStates, CouponStatus } from "./coupon.states.js";
import { promotionErrors } from "../promotion.errors.js";

/**
 * Uses a coupon for an order, in the transaction that creates it, by one guarded write, so that of two orders one gets
 * it. Throws CouponNotFound (1013005000, also for another member's), CouponNotUnused (1013005002),
 * CouponOutsideValidity (1013005003).
 */
export async function useCoupon({
  couponId,
  memberId,
  orderId,
  at,
}: {
  couponId: number;
  memberId: number;
  orderId: number;
  at: Date;
}): Promise<void> {
  const used = await moveState(CouponModel, couponStates, {
    where: { _id: couponId, memberId, validStartAt: { $lte: at }, validEndAt: { $gt: at } },
    from: CouponStatus.unused,
    to: CouponStatus.used,
    set: { orderId, usedAt: at },
  });
  if (!used) throw await whyNotUsable(couponId, memberId, at);
}

async function whyNotUsable(couponId: number, memberId: number, at: Date): Promise<Error> {
  const coupon = await CouponModel.findOne({ _id: couponId, memberId }).lean<CouponDoc>();
  if (!coupon) return promotionErrors.CouponNotFound();
  if (coupon.status !== CouponStatus.unused) return promotionErrors.CouponNotUnused();
  if (at < coupon.validStartAt || at >= coupon.validEndAt) return promotionErrors.CouponOutsideValidity();
  return new LostRace(`coupon ${couponId}`);
}

/**
 * Returns the coupon of a cancelled order as unused, or as expired past its end. In the caller's transaction;
 * idempotent, and a no-op without a coupon.
 */
export async function returnCoupon(orderId: number): Promise<void> {
  const coupon = await CouponModel.findOne({ orderId, status: CouponStatus.used }).lean<CouponDoc>();
  if (!coupon) return;
  const returned = await moveState(CouponModel, couponStates, {
    where: { _id: coupon._id, orderId },
    from: CouponStatus.used,
    to: coupon.validEndAt <= clock.now() ? CouponStatus.expired : CouponStatus.unused,
    set: { orderId: null, usedAt: null },
  });
  if (!returned) throw new LostRace(`the coupon of order ${orderId}`);
}
