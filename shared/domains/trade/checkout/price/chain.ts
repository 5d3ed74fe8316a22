import { tradeErrors } from "../../trade.errors.js";
import { activityPrice } from "./activityPrice.js";
import { coupon } from "./coupon.js";
import { deliveryFee } from "./deliveryFee.js";
import { draftOf, totalsOf, type PriceDraft } from "./draft.js";
import type { PriceFacts, PriceStep } from "./facts.js";
import { givePoints } from "./givePoints.js";
import { points } from "./points.js";
import { reward } from "./reward.js";
import { vipOrDiscount } from "./vipOrDiscount.js";
import { OrderType } from "../../order/order.states.js";

/** Every line at its SKU's price: payFen = unitPrice × count. */
export const listPrice: PriceStep = ({ type, deliveryType, lines }) => draftOf(type, deliveryType, lines);

/**
 * The order of prices (rules: Catalog and prices). Each step works on what the ones before it left to pay, so the order
 * matters:
 *   1 list price
 *   2 the activity's own price, of seckill, bargain, group-buy and points mall      discountFen, usePoint
 *   3 the better of VIP and discount activity (tie: VIP)                            vipFen, discountFen
 *   4 reward: full reduction, may promise free delivery, points and coupons         discountFen, givePoint
 *   5 coupon, leaves at least 1 fen                                                 couponFen
 *   6 points, leave at least 1 fen                                                  pointFen, usePoint
 *   7 delivery                                                                      deliveryFen
 *   8 points that it will give                                                      givePoint
 * Steps 3 to 5 are for ordinary orders. splitFen spreads reductions over payFen, capped by it, so that the lines always
 * sum to the order and none is negative.
 */
const steps: readonly PriceStep[] = [
  listPrice,
  activityPrice,
  vipOrDiscount,
  reward,
  coupon,
  points,
  deliveryFee,
  givePoints,
];

/** Prices an order. Throws PayPriceNotPositive (1011003000) when nothing is left to pay, but for the points mall. */
export function priceOrder(draft: PriceDraft, facts: PriceFacts): PriceDraft {
  const priced = steps.reduce((current, step) => step(current, facts), draft);
  const { payFen } = totalsOf(priced);
  if (payFen < 0 || (payFen === 0 && priced.type !== OrderType.points)) throw tradeErrors.PayPriceNotPositive();
  return priced;
}
