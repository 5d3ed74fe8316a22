import { tradeErrors } from "../trade.errors.js";
import { deliveryFee } from "./deliveryFee.js";
import { totalsOf, type PriceDraft, type PriceFacts, type PriceStep } from "./draft.js";
import { listPrice } from "./listPrice.js";

/**
 * The order of prices (contract 4). A step sees what the ones before it left to pay, so its place is part of its
 * meaning:
 *   1 list price
 *   2 the better of VIP and discount activity (tie: VIP)     vipFen, discountFen
 *   3 reward: full reduction, may set freeDelivery           discountFen
 *   4 coupon, leaves at least 1 fen                          couponFen
 *   5 points, leave at least 1 fen                           pointFen
 *   6 delivery                                               deliveryFen
 * A step takes from the lines it is meant for by splitFen over their payFen, capped by it, and hands the shares to
 * addAmounts: so the lines always sum to the order, and none falls below 0.
 */
const steps: readonly PriceStep[] = [listPrice, deliveryFee];

/** Prices an order. PayPriceNotPositive (1011003000) when nothing would be left to pay. */
export function priceOrder(draft: PriceDraft, facts: PriceFacts): PriceDraft {
  const priced = steps.reduce((current, step) => step(current, facts), draft);
  if (totalsOf(priced).payFen <= 0) throw tradeErrors.PayPriceNotPositive();
  return priced;
}
