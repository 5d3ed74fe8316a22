import { isInScope } from "#shared/domains/promotion/index.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { tradeErrors } from "../../trade.errors.js";
import { byWorth, matchCoupon } from "./couponMatch.js";
import type { Mismatch } from "./couponTerms.js";
import type { PriceStep } from "./facts.js";
import { takeOff } from "./takeOff.js";
import { mismatchText } from "./wording.js";
import { OrderType } from "../../order/order.states.js";
import { PromotionType } from "../../trade.codes.js";

/**
 * Matches every given coupon, and takes the value of the chosen one (matchCoupon: an amount, or total - floor(total ×
 * percent / 100) up to its limit) off the lines in its scope, by shares of payFen. Throws CouponNotForActivity
 * (1011003002) but for ordinary orders; CouponUnusable (1011003006) with the reason, also for an absent one.
 */
export const coupon: PriceStep = (draft, { coupons, couponId, at }) => {
  if (draft.type !== OrderType.normal) {
    if (couponId !== null) throw tradeErrors.CouponNotForActivity();
    return draft;
  }
  const matches = coupons.map((terms) => matchCoupon(draft, terms, at)).sort(byWorth);
  const matched = { ...draft, coupons: matches };
  if (couponId === null) return matched;
  const chosen = matches.find(({ coupon: { _id } }) => _id === couponId);
  if (!chosen) throw unusable({ why: "absent" });
  if (chosen.mismatch) throw unusable(chosen.mismatch);
  return takeOff(matched, "couponFen", chosen.valueFen, (line) => isInScope(chosen.coupon, line), {
    type: PromotionType.coupon,
    id: couponId,
    name: chosen.coupon.name,
  });
};

const unusable = (mismatch: Mismatch | { why: "absent" }): Error =>
  tradeErrors.CouponUnusable({ reason: mismatchText(mismatch, currentLanguage()) });
