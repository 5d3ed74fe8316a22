import { ItemAfterSaleStatus, OrderRefundStatus, OrderStatus } from "#shared/domains/trade/order/order.states.js";
import { add, addTo, groupBy, type CheckReport, type Read, type Rows } from "./rows.js";

type Item = Rows["tradeOrderItems"];

/** Rows without the count say whether all pieces are back, or for sale again. */
const backOf = ({ count, goodsBack, backCount }: Item): number => backCount ?? (goodsBack ? count : 0);
export const restockedOf = ({ count, restocked, restockedCount }: Item): number =>
  restockedCount ?? (restocked ? count : 0);

/**
 * I3: the pieces of an item that are back are those that its after-sales received and its refunds kept from being
 * shipped, so many of them are for sale as were put there, and no more came back or were refunded than were bought.
 * No piece is in two parcels of an order that is sent in parts, and it waits for shipment as long as one is in none.
 */
export async function piecesAddUp(report: CheckReport, read: Read): Promise<void> {
  const afterSales = groupBy(await read("afterSales"), "orderItemId");
  const unshipped = new Map<number, number>();
  for (const { shares, status } of await read("tradeOrderRefunds"))
    if (status === OrderRefundStatus.succeeded)
      for (const { orderItemId, count = 0 } of shares) addTo(unshipped, orderItemId, count);
  const items = await read("tradeOrderItems");
  const ofOrder = groupBy(items, "orderId");
  for (const order of await read("tradeOrders")) compareParcels(report, order, ofOrder.get(order._id) ?? []);
  for (const item of items) {
    const complain = (what: string): void => add(report, "I3", `order item ${item._id}`, what);
    const received = (afterSales.get(item._id) ?? []).filter(({ receivedCount }) => (receivedCount ?? 0) > 0);
    compareItem(complain, item, { received, unshipped: unshipped.get(item._id) ?? 0 });
  }
}

function compareItem(
  complain: (what: string) => void,
  item: Item,
  { received, unshipped }: { received: Rows["afterSales"][]; unshipped: number },
): void {
  const [back, forSale, kept] = [backOf(item), restockedOf(item), item.keptCount ?? 0];
  if (forSale > back) complain(`${forSale} pieces for sale again, ${back} are back`);
  if (Math.min(back, forSale, kept) < 0 || back + kept > item.count)
    complain(`${back} pieces back and ${kept} kept of ${item.count}`);
  // Rows from before pieces were counted say only whether all are back.
  if (item.backCount === undefined) return;
  if (item.goodsBack !== (back === item.count) || item.restocked !== (forSale === item.count))
    complain(`${back} pieces back and ${forSale} for sale of ${item.count}, it says otherwise`);
  const came = sum(received) + unshipped;
  if (back !== came) complain(`${back} pieces back, its after-sales and refunds say ${came}`);
  const put = sum(received.filter(({ restock }) => restock === true)) + unshipped;
  if (forSale !== put) complain(`${forSale} pieces for sale again, ${put} were put there`);
}

function compareParcels(report: CheckReport, { _id, status, parcels }: Rows["tradeOrders"], items: Item[]): void {
  if (!parcels) return;
  const packed = new Map<number, number>();
  for (const { orderItemId, count } of parcels.flatMap((parcel) => parcel.items)) addTo(packed, orderItemId, count);
  let unsent = 0;
  for (const item of items) {
    const [sent, left] = [item.sentCount ?? 0, item.count - backOf(item) - (item.keptCount ?? 0)];
    const inParcels = packed.get(item._id) ?? 0;
    if (sent > inParcels || inParcels > item.count || sent > left)
      add(report, "I3", `order item ${item._id}`, `${sent} of ${left} pieces sent, ${inParcels} are in parcels`);
    if (item.afterSaleStatus !== ItemAfterSaleStatus.refunded) unsent += left - sent;
  }
  if (status !== OrderStatus.cancelled && unsent > 0 !== (status === OrderStatus.toShip))
    add(report, "I3", `order ${_id}`, `${unsent} pieces are not sent, its state is ${status}`);
}

const sum = (received: Rows["afterSales"][]): number =>
  received.reduce((total, { receivedCount }) => total + (receivedCount ?? 0), 0);
