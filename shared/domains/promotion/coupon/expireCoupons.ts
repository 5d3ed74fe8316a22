import { checkpoint, hasTimeLeft } from "#shared/kernel/request/context.js";
import { clock } from "#shared/kernel/time/clock.js";
import { CouponModel } from "./coupon.model.js";
import { CouponStatus } from "./coupon.states.js";

/** Marks every unused coupon past its end as expired. Reads do not depend on it, as they compare the time. */
export async function expireCoupons(batch = 1_000): Promise<void> {
  const past = { status: CouponStatus.unused, validEndAt: { $lte: clock.now() } } as const;
  for (;;) {
    checkpoint();
    const rows = await CouponModel.find(past, { _id: 1 }).limit(batch).lean<{ _id: number }[]>();
    await CouponModel.updateMany(
      { ...past, _id: { $in: rows.map(({ _id }) => _id) } },
      { $set: { status: CouponStatus.expired } },
    );
    if (rows.length < batch || !hasTimeLeft()) return;
  }
}
