import type { CouponDoc } from "#shared/domains/promotion/index.js";

/** What of a coupon the price depends on. */
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
  /** The goods cost this much less than it needs. */
  | { why: "short"; byFen: number }
  | { why: "worthMore" };

export interface CouponMatch {
  coupon: CouponTerms;
  /** What it takes off; 0 when it does not match. */
  valueFen: number;
  mismatch: Mismatch | null;
}
