import type { CouponDoc } from "#shared/domains/promotion/index.js";

/** The fields of a coupon that the price depends on. */
export type CouponTerms = Pick<
  CouponDoc,
  | "_id"
  | "name"
  | "usePriceFen"
  | "discountType"
  | "discountPercent"
  | "discountFen"
  | "discountLimitFen"
  | "productScope"
  | "scopeValues"
  | "validStartAt"
  | "validEndAt"
>;

/** Why a coupon cannot be used. */
export type Mismatch =
  | { why: "notYetValid" }
  | { why: "noGoods" }
  /** The goods cost this much less than the coupon's least sum. */
  | { why: "short"; byFen: number }
  | { why: "worthMore" };

export interface CouponMatch {
  coupon: CouponTerms;
  /** The reduction; 0 when it does not match. */
  valueFen: number;
  mismatch: Mismatch | null;
}
