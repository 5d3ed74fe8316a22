import { recordChange } from "#shared/domains/audit/index.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { CouponModel, type CouponDoc } from "./coupon.model.js";
import { returnToTemplate } from "./issueCoupons.js";
import { promotionErrors } from "../promotion.errors.js";
import { CouponStatus } from "./coupon.states.js";

/** An operator takes a coupon back from its member. Throws CouponNotFound, CouponUsedNoRecall. */
export async function recallCoupon(couponId: number): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await CouponModel.findById(couponId).lean<CouponDoc>();
    if (!before) throw promotionErrors.CouponNotFound();
    if (before.status === CouponStatus.used) throw promotionErrors.CouponUsedNoRecall();
    const { deletedCount } = await CouponModel.deleteOne({ _id: couponId, status: before.status });
    if (deletedCount !== 1) throw new LostRace(`coupon ${couponId}`);
    await returnToTemplate(before.templateId, 1);
    await recordChange("promotion", "coupon.delete", couponId, { before });
    return true;
  });
}

/** Erases the unused coupons of a closed account, in the caller's transaction; used ones stay for the books. */
export async function eraseCoupons(memberId: number): Promise<void> {
  await CouponModel.deleteMany({ memberId, status: { $ne: CouponStatus.used } });
}
