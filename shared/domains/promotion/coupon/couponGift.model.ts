import { defineModel } from "#shared/kernel/mongo/mongo.js";

/**
 * One row per order that gives coupons, so that a second run gives none, and a gift that runs after the take-back is
 * not given.
 */
interface CouponGiftDoc {
  /** The order's id. */
  _id: number;
  state: "given" | "takenBack";
  createdAt: Date;
}

export const CouponGiftModel = defineModel<CouponGiftDoc>("couponGifts", {
  state: { type: String, enum: ["given", "takenBack"], required: true },
});
