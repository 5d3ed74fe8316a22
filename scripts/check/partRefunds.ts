import { PayRefundStatus } from "#shared/domains/pay/order/payOrder.states.js";
import {
  ItemAfterSaleStatus,
  OrderRefundStatus,
  OrderStatus,
  RefundStatus,
} from "#shared/domains/trade/order/order.states.js";
import { restockedOf } from "./pieces.js";
import { readSkus } from "./skus.js";
import { add, byId, groupBy, type CheckReport, type Read, type Rows } from "./rows.js";

type Item = Rows["tradeOrderItems"];
type Order = Rows["tradeOrders"];
type OrderRefund = Rows["tradeOrderRefunds"];
type Share = OrderRefund["shares"][number];
type Parts = Omit<Share, "orderItemId">;

/**
 * I3: the refunds of an order equal their shares in its items, and no item gives back more than it took: money, points
 * used and points given; a refunded item and a refunded order gave back everything.
 * I2: each SKU's sold count equals the pieces of paid orders that did not come back.
 */
export async function partsAddUp(report: CheckReport, read: Read): Promise<void> {
  const refunds = await read("tradeOrderRefunds");
  report.looked["I3 refunds of orders"] = refunds.length;
  const arrived = groupBy(
    refunds.filter(({ status }) => status === OrderRefundStatus.succeeded),
    "orderId",
  );
  const items = groupBy(await read("tradeOrderItems"), "orderId");
  const orders = byId(await read("tradeOrders"));
  for (const order of orders.values())
    compareOrder(report, order, items.get(order._id) ?? [], arrived.get(order._id) ?? []);
  await paymentsShared(report, read, refunds);
  await soldIsHeld(report, read, orders, items);
}

function compareOrder(report: CheckReport, order: Order, items: Item[], refunds: OrderRefund[]): void {
  const about = `order ${order._id}`;
  const gave: Parts = { refundFen: 0, usePoint: 0, givePoint: 0 };
  for (const item of items) compareItem(report, order, item, sharesOf(refunds, item._id), gave);
  const refundedFen = refunds.reduce((sum, { refundFen }) => sum + refundFen, 0);
  if (refundedFen !== order.refundPriceFen)
    add(report, "I3", about, `gave ${order.refundPriceFen} fen back, its refunds ${refundedFen}`);
  if (gave.refundFen !== order.refundPriceFen || gave.usePoint !== order.refundPoint)
    add(
      report,
      "I3",
      about,
      `gave ${order.refundPriceFen} fen and ${order.refundPoint} points back, its items ${gave.refundFen} and ${gave.usePoint}`,
    );
  const given = Math.floor(order.payPriceFen / 100);
  const taken = order.takenBackExperience;
  if (taken < 0 || taken > given) add(report, "I3", about, `gave ${given} experience, ${taken} were taken back`);
  if (order.status !== OrderStatus.cancelled || order.refundStatus !== RefundStatus.inFull) return;
  if (taken !== given) add(report, "I3", about, `is refunded and gave ${given} experience, ${taken} were taken back`);
  for (const { _id, afterSaleStatus } of items)
    if (afterSaleStatus !== ItemAfterSaleStatus.refunded)
      add(report, "I3", about, `is refunded, its item ${_id} is not`);
}

const sharesOf = (refunds: OrderRefund[], itemId: number): Share[] =>
  refunds.flatMap(({ shares }) => shares.filter(({ orderItemId }) => orderItemId === itemId));

/** Adds to `gave` what the item gave back. */
function compareItem(report: CheckReport, order: Order, item: Item, shares: Share[], gave: Parts): void {
  const complain = (what: string): void => add(report, "I3", `order item ${item._id}`, what);
  const parts = [
    { name: "refundFen", word: "fen", took: item.payPriceFen, back: item.refundPriceFen },
    { name: "usePoint", word: "points used", took: item.usePoint, back: item.refundPoint },
    { name: "givePoint", word: "points given", took: item.givePoint, back: item.takenBackPoint },
  ] as const;
  for (const { name, word, took, back } of parts) {
    const shared = shares.reduce((sum, share) => sum + share[name], 0);
    gave[name] += back;
    if (back < 0 || back > took) complain(`${back} of ${took} ${word} went back`);
    if (back !== shared) complain(`${back} ${word} went back, the order's refunds say ${shared}`);
    // An item with returned goods may have got only part of its money, from before the rest could be refunded.
    const isAll = item.afterSaleStatus === ItemAfterSaleStatus.refunded && (name !== "refundFen" || !item.goodsBack);
    if (isAll && back !== took) complain(`refunded, ${back} of ${took} ${word} went back`);
  }
  const isUnshipped = order.payStatus && order.status === OrderStatus.toShip && !order.parcels;
  if (isUnshipped && item.goodsBack !== (item.afterSaleStatus === ItemAfterSaleStatus.refunded))
    complain(`not shipped, its goods are ${item.goodsBack ? "" : "not "}back`);
}

/** Each succeeded refund of pay is shared out in full; the index prevents a second sharing. */
async function paymentsShared(report: CheckReport, read: Read, refunds: OrderRefund[]): Promise<void> {
  const paid = byId(await read("payRefunds"));
  for (const { _id, payRefundId, status, refundFen, shares } of refunds) {
    const complain = (what: string): void => add(report, "I3", `refund ${_id} of an order`, what);
    const refund = payRefundId === undefined ? undefined : paid.get(payRefundId);
    if (status !== OrderRefundStatus.succeeded) continue;
    const fen = refund ? refund.refundFen + refund.walletRefundFen : 0;
    if (payRefundId !== undefined && refund?.status !== PayRefundStatus.succeeded)
      complain(`arrived, refund ${payRefundId} of pay has not`);
    else if (fen !== refundFen) complain(`gave ${refundFen} fen, pay ${fen}`);
    const shared = shares.reduce((sum, share) => sum + share.refundFen, 0);
    if (shared !== refundFen) complain(`gave ${refundFen} fen, its items got ${shared}`);
  }
}

async function soldIsHeld(
  report: CheckReport,
  read: Read,
  orders: Map<number, Order>,
  items: Map<number, Item[]>,
): Promise<void> {
  const held = new Map<number, number>();
  for (const [orderId, rows] of items) {
    if (!orders.get(orderId)?.payStatus) continue;
    for (const item of rows) held.set(item.skuId, (held.get(item.skuId) ?? 0) + item.count - restockedOf(item));
  }
  for (const { _id, sold } of await readSkus(read))
    if (sold !== (held.get(_id) ?? 0))
      add(report, "I2", `SKU ${_id}`, `${sold} sold, paid orders hold ${held.get(_id) ?? 0}`);
}
