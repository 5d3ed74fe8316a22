import { mulDivFloor } from "#shared/kernel/money/money.js";
import type { AfterSaleDoc } from "../afterSale/afterSale.model.js";
import { AfterSaleWay } from "../afterSale/afterSale.states.js";
import { leftOf } from "./refundShares.js";
import type { OrderItemDoc } from "../order/orderItem.model.js";
import { ItemAfterSaleStatus } from "../order/order.states.js";

type Pieces = Pick<OrderItemDoc, "count" | "goodsBack" | "backCount">;
type Kept = Pieces & Pick<OrderItemDoc, "keptCount">;
type Sent = Kept & Pick<OrderItemDoc, "sentCount">;
type Money = Pick<OrderItemDoc, "payPriceFen" | "refundPriceFen">;

/** Pieces that the shop has again. Rows without the count say whether all are. */
const backOf = ({ count, goodsBack, backCount }: Pieces): number => backCount ?? (goodsBack ? count : 0);

/** Those of them that are for sale again. */
const restockedOf = ({
  count,
  restocked,
  restockedCount,
}: Pick<OrderItemDoc, "count" | "restocked" | "restockedCount">): number => restockedCount ?? (restocked ? count : 0);

/** Pieces that can still be returned or refunded. */
export const piecesLeftOf = (item: Kept): number => Math.max(0, item.count - backOf(item) - (item.keptCount ?? 0));

/** Pieces that are in no parcel yet, as long as their order waits for shipment. A refunded item has none. */
export const unsentOf = (item: Sent & Pick<OrderItemDoc, "afterSaleStatus">): number =>
  item.afterSaleStatus === ItemAfterSaleStatus.refunded ? 0 : Math.max(0, piecesLeftOf(item) - (item.sentCount ?? 0));

/** The fields of an item of which so many sent pieces are not their buyer's any more; again, if `count` is below 0. */
export const withSentLost = ({ sentCount }: Pick<OrderItemDoc, "sentCount">, count: number) =>
  sentCount === undefined ? {} : { sentCount: Math.max(0, sentCount - count) };

/**
 * What of an item is still sold: its pieces, and its fen with their share of the delivery fee. A refunded item has
 * nothing left; no pieces with money left are goods that came back for less than their price.
 */
export function itemLeft(item: Kept & Money & Pick<OrderItemDoc, "afterSaleStatus">): { count: number; fen: number } {
  if (item.afterSaleStatus === ItemAfterSaleStatus.refunded) return { count: 0, fen: 0 };
  return { count: piecesLeftOf(item), fen: leftOf(item) };
}

/**
 * The most that `count` of the pieces left can be refunded with: their part of the price, rounded down, and of what is
 * left of it; the last pieces get all that is left.
 */
export function shareOfPieces(item: Kept & Money, count: number): number {
  const [pieces, fen] = [piecesLeftOf(item), leftOf(item)];
  if (count >= pieces) return fen;
  return Math.min(mulDivFloor(item.payPriceFen, count, item.count), mulDivFloor(fen, count, pieces));
}

type Asking = Pick<AfterSaleDoc, "way" | "count" | "isCounted" | "refundPriceFen" | "receivedCount">;

/** Pieces that an after-sale asks for of those left of its item; 0: only money. */
export function piecesAsked(item: Kept & Money, { count, isCounted, refundPriceFen }: Asking): number {
  const left = piecesLeftOf(item);
  if (isCounted === true) return Math.min(count, left);
  return leftOf(item) <= refundPriceFen ? left : 0;
}

/** Whether an after-sale leaves pieces of its item that it is not about. Those that came are gone already. */
export const leavesPieces = (item: Kept & Money, afterSale: Asking): boolean =>
  piecesLeftOf(item) > (isReceived(afterSale) ? 0 : piecesAsked(item, afterSale));

const isReceived = ({ receivedCount }: Asking): boolean => (receivedCount ?? null) !== null;

/** Pieces that a refund of `refundFen` without a return pays in full; 0: it is a part of their money. */
export function piecesPaid(item: Kept & Money, afterSale: Asking, refundFen: number): number {
  if (afterSale.way !== AfterSaleWay.refundOnly) return 0;
  const asked = piecesAsked(item, afterSale);
  return refundFen >= shareOfPieces(item, asked) ? asked : 0;
}

/** The fields of an item of which so many more pieces are back; fewer, if `count` is below 0. */
export function withPiecesBack(
  item: Pieces & Pick<OrderItemDoc, "restocked" | "restockedCount">,
  count: number,
  restock: boolean,
): Pick<OrderItemDoc, "backCount" | "restockedCount" | "goodsBack" | "restocked"> {
  const backCount = backOf(item) + count;
  const restockedCount = restockedOf(item) + (restock ? count : 0);
  return {
    backCount,
    restockedCount,
    goodsBack: backCount === item.count,
    restocked: restockedCount === item.count,
  };
}
