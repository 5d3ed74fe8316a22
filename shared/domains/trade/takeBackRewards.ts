import { releaseActivity } from "#shared/domains/activity/index.js";
import { changeExperience, changePoints } from "#shared/domains/loyalty/index.js";
import { returnCoupon, takeBackGivenCoupons } from "#shared/domains/promotion/index.js";
import { experienceOf } from "./giveRewards.js";
import type { OrderDoc } from "./order.model.js";
import type { OrderItemDoc } from "./orderItem.model.js";

type Items = readonly Pick<OrderItemDoc, "usePoint" | "givePoint">[];
const sum = (items: Items, part: "usePoint" | "givePoint"): number =>
  items.reduce((total, item) => total + item[part], 0);

/**
 * A refund's other side, in its transaction (domain-facts 1.6). Points given are taken back as far as they are there:
 * what was spent meanwhile is lost to the shop, the refund goes on.
 */

/** One item was refunded by its after-sale: its points come back (13), those that it gave go (23). */
export async function takeBackItem(order: OrderDoc, item: OrderItemDoc): Promise<void> {
  const from = { memberId: order.memberId, bizId: `after-sale-${item.afterSaleId}`, description: order.no };
  if (item.usePoint > 0) await changePoints({ ...from, change: item.usePoint, bizType: 13 });
  if (item.givePoint > 0) await changePoints({ ...from, change: -item.givePoint, bizType: 23 });
}

/**
 * The whole order was refunded: the points of `rest`, the items that were not refunded before (12 and 22), the coupon,
 * the unused coupons that it gave, and its place in the activity.
 */
export async function takeBackOrder(order: OrderDoc, rest: Items): Promise<void> {
  const { _id: orderId, memberId, no } = order;
  const from = { memberId, bizId: orderId, description: no };
  const used = sum(rest, "usePoint");
  const given = sum(rest, "givePoint");
  if (used > 0) await changePoints({ ...from, change: used, bizType: 12 });
  if (given > 0) await changePoints({ ...from, change: -given, bizType: 22 });
  if (order.couponId !== null) await returnCoupon(orderId);
  if (order.giveCoupons.length > 0) await takeBackGivenCoupons(orderId);
  if (order.type !== 0) await releaseActivity(orderId);
}

/**
 * The experience for money that went back; of parts, too, together exactly what the order gave: each takes what lies
 * between the sums before and after it.
 */
export async function takeBackExperience(order: OrderDoc, refundedFen: number): Promise<void> {
  const { _id: orderId, memberId, no, payPriceFen, refundPriceFen } = order;
  const left = (fen: number): number => experienceOf(Math.max(0, payPriceFen - fen));
  const change = left(refundedFen) - left(refundPriceFen);
  if (change >= 0) return;
  await changeExperience({
    memberId,
    change,
    bizType: refundedFen >= payPriceFen ? 12 : 13,
    bizId: `${orderId}-${refundedFen}`,
    description: no,
  });
}
