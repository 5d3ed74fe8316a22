import { isInScope } from "#shared/domains/promotion/index.js";
import { mulDivFloor } from "#shared/kernel/money/money.js";
import { CouponDiscountType } from "#shared/domains/promotion/coupon/coupon.states.js";
import type { PriceDraft } from "./draft.js";
import type { CouponMatch, CouponTerms, Mismatch } from "./couponTerms.js";

/**
 * A coupon's value for the lines in its scope: an amount, or total - floor(total × percent / 100) up to its limit. It
 * is unusable, checked in this order, before its time, without goods in its scope, below its least sum, and when it
 * would make the goods free (rules: Catalog and prices).
 */
export function matchCoupon({ lines }: PriceDraft, coupon: CouponTerms, at: Date): CouponMatch {
  const no = (mismatch: Mismatch): CouponMatch => ({ coupon, valueFen: 0, mismatch });
  if (coupon.validStartAt > at) return no({ why: "notYetValid" });
  const goods = lines.filter((line) => isInScope(coupon, line));
  if (goods.length === 0) return no({ why: "noGoods" });
  const totalFen = goods.reduce((sum, line) => sum + line.payFen, 0);
  if (totalFen < coupon.usePriceFen) return no({ why: "short", byFen: coupon.usePriceFen - totalFen });
  const valueFen = valueOf(coupon, totalFen);
  return valueFen >= totalFen ? no({ why: "worthMore" }) : { coupon, valueFen, mismatch: null };
}

function valueOf(coupon: CouponTerms, totalFen: number): number {
  if (coupon.discountType === CouponDiscountType.amount) return coupon.discountFen ?? 0;
  const off = totalFen - mulDivFloor(totalFen, coupon.discountPercent ?? 100, 100);
  return Math.min(off, coupon.discountLimitFen ?? off);
}

/** Usable before unusable, then the larger saving, then the earlier end. */
export function byWorth(a: CouponMatch, b: CouponMatch): number {
  return (
    Number(a.mismatch !== null) - Number(b.mismatch !== null) ||
    b.valueFen - a.valueFen ||
    a.coupon.validEndAt.getTime() - b.coupon.validEndAt.getTime() ||
    a.coupon._id - b.coupon._id
  );
}
