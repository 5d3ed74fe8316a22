import { defineStates } from "#shared/kernel/mongo/states.js";

export const CouponStatus = { unused: 1, used: 2, expired: 3 } as const;
export type CouponStatus = (typeof CouponStatus)[keyof typeof CouponStatus];

/** A used coupon is returned when its order is cancelled, as expired if it is past its end. */
export const couponStates = defineStates<CouponStatus>("coupon", {
  [CouponStatus.unused]: [CouponStatus.used, CouponStatus.expired],
  [CouponStatus.used]: [CouponStatus.unused, CouponStatus.expired],
  [CouponStatus.expired]: [],
});

/** `taken` by members, `given` by operators or with an order. */
export const CouponTakeType = { taken: 1, given: 2, atRegistration: 3 } as const;
export type CouponTakeType = (typeof CouponTakeType)[keyof typeof CouponTakeType];

export const CouponDiscountType = { amount: 1, percent: 2 } as const;
export type CouponDiscountType = (typeof CouponDiscountType)[keyof typeof CouponDiscountType];

/** Fixed dates, or days after taking. */
export const CouponValidity = { dates: 1, days: 2 } as const;
export type CouponValidity = (typeof CouponValidity)[keyof typeof CouponValidity];
