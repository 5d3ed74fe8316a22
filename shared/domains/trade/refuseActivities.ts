import { tradeErrors } from "./trade.errors.js";

/** What names an activity or a coupon in a settlement or a new order. */
export interface ActivityInput {
  type?: number | undefined;
  couponId?: number | undefined;
  seckillActivityId?: number | undefined;
  combinationActivityId?: number | undefined;
  combinationHeadId?: number | undefined;
  bargainRecordId?: number | undefined;
  pointActivityId?: number | undefined;
}

/**
 * An order is never priced as if its activity or coupon had not been named: where none is offered, that is a refusal.
 * ActivityNotOffered (1011003090), CouponUnusable (1011003006).
 */
export function refuseActivities(input: ActivityInput): void {
  const activities = [
    input.seckillActivityId,
    input.combinationActivityId,
    input.combinationHeadId,
    input.bargainRecordId,
    input.pointActivityId,
  ];
  if ((input.type ?? 0) !== 0 || activities.some((id) => id !== undefined)) throw tradeErrors.ActivityNotOffered();
  if (input.couponId !== undefined) throw tradeErrors.CouponUnusable();
}
