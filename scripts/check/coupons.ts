import { CouponStatus } from "#shared/domains/promotion/coupon/coupon.states.js";
import { OrderStatus } from "#shared/domains/trade/order/order.states.js";
import { ownersOf, type OwnerNow } from "./merged.js";
import { add, addTo, byId, type CheckReport, type Read, type Rows } from "./rows.js";

const WITHOUT_END = -1;

/**
 * I7: of each kind there are at most as many coupons as were taken, and no more were taken than its total; a used
 * coupon belongs to exactly the order that names it, which is its member's own and not cancelled.
 */
export async function couponsEqualRecords(report: CheckReport, read: Read): Promise<void> {
  const orders = byId(await read("tradeOrders"));
  const ownerOf = await ownersOf(read);
  const existing = new Map<number, number>();
  const usedBy = new Map<number, number>();
  let looked = 0;
  for await (const coupon of read.each("coupons")) {
    looked++;
    addTo(existing, coupon.templateId, 1);
    const wrong = coupon.status === CouponStatus.used ? wrongUse(coupon, orders, ownerOf) : unusedButInOrder(coupon);
    if (wrong) add(report, "I7", `coupon ${coupon._id}`, wrong);
    if (coupon.status === CouponStatus.used && coupon.orderId !== null) usedBy.set(coupon._id, coupon.orderId);
  }
  report.looked["I7 coupons"] = looked;
  for (const { _id, couponId, status } of orders.values())
    if (couponId !== null && status !== OrderStatus.cancelled && usedBy.get(couponId) !== _id)
      add(report, "I7", `order ${_id}`, `has coupon ${couponId}, which ${whose(usedBy.get(couponId))}`);
  for (const { _id, totalCount, takeCount } of await read("couponTemplates")) {
    const about = `coupon template ${_id}`;
    const coupons = existing.get(_id) ?? 0;
    if (takeCount < coupons) add(report, "I7", about, `${takeCount} taken, there are ${coupons}`);
    if (totalCount !== WITHOUT_END && takeCount > totalCount)
      add(report, "I7", about, `${takeCount} taken of ${totalCount}`);
  }
}

function wrongUse(
  { _id, memberId, orderId }: Rows["coupons"],
  orders: Map<number, Rows["tradeOrders"]>,
  ownerOf: OwnerNow,
): string | undefined {
  const order = orderId === null ? undefined : orders.get(orderId);
  if (!order) return `used, its order ${orderId} is absent`;
  if (order.status === OrderStatus.cancelled) return `used, its order ${orderId} is cancelled`;
  if (ownerOf(order.memberId) !== ownerOf(memberId))
    return `of member ${memberId}, used in an order of member ${order.memberId}`;
  if (order.couponId !== _id) return `used, its order ${orderId} has ${order.couponId ?? "no coupon"}`;
  return undefined;
}

const unusedButInOrder = ({ orderId }: Rows["coupons"]): string | undefined =>
  orderId === null ? undefined : `not used, and in order ${orderId}`;
const whose = (orderId: number | undefined): string =>
  orderId === undefined ? "is not used" : `is used in order ${orderId}`;
