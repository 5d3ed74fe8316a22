import { defineModel } from "#shared/kernel/mongo/mongo.js";

/**
 * What an order gave in coupons: one row an order, so that giving twice gives once, and a gift that comes after it was
 * taken back is not given.
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
