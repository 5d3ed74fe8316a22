import { CouponModel } from "./coupon.model.js";
import { CouponStatus } from "./coupon.states.js";

/** The member leaves: coupons go, in the caller's transaction. Used ones stay with their orders, for the books. */
export async function clearCoupons(memberId: number): Promise<void> {
  await CouponModel.deleteMany({ memberId, status: { $ne: CouponStatus.used } });
}
