import { defineStates } from "#shared/kernel/mongo/states.js";

/** 1 unused, 2 used, 3 expired. */
export type CouponStatus = 1 | 2 | 3;

/** A used one comes back when its order is cancelled; as expired, when its time is over by then. */
export const couponStates = defineStates<CouponStatus>("coupon", { 1: [2, 3], 2: [1, 3], 3: [] });
