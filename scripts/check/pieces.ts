import { OrderRefundStatus } from "#shared/domains/trade/order/order.states.js";
import { add, addTo, groupBy, type CheckReport, type Read, type Rows } from "./rows.js";

type Item = Rows["tradeOrderItems"];

/** Rows without the count say whether all pieces are back, or for sale again. */
const backOf = ({ count, goodsBack, backCount }: Item): number => backCount ?? (goodsBack ? count : 0);
export const restockedOf = ({ count, restocked, restockedCount }: Item): number =>
  restockedCount ?? (restocked ? count : 0);

/**
 * I3: the pieces of an item that are back are those that its after-sales received and its refunds kept from being
 * shipped, so many of them are for sale as were put there, and no more came back or were refunded than were bought.
 */
export async function piecesAddUp(report: CheckReport, read: Read): Promise<void> {
  const afterSales = groupBy(await read("afterSales"), "orderItemId");
  const unshipped = new Map<number, number>();
  for (const { shares, status } of await read("tradeOrderRefunds"))
    if (status === OrderRefundStatus.succeeded)
      for (const { orderItemId, count = 0 } of shares) addTo(unshipped, orderItemId, count);
  for (const item of await read("tradeOrderItems")) {
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

const sum = (received: Rows["afterSales"][]): number =>
  received.reduce((total, { receivedCount }) => total + (receivedCount ?? 0), 0);
