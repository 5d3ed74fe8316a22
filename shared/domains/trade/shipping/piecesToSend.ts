import { LostRace } from "#shared/kernel/mongo/mongo.js";
import type { OrderDoc, SentParcel } from "../order/order.model.js";
import { findOrderItems } from "../order/order.queries.js";
import { OrderItemModel, type OrderItemDoc } from "../order/orderItem.model.js";
import { unsentOf } from "../refund/itemPieces.js";
import { tradeErrors } from "../trade.errors.js";

/** Pieces that go into one parcel. */
export interface PiecesToSend {
  items: SentParcel["items"];
  /** Of these items. */
  rows: ReadonlyMap<number, OrderItemDoc>;
  /** Pieces that are left to send after it. */
  left: number;
}

/**
 * What of an order goes into its next parcel: the asked pieces, or all that are not sent yet. Null: the order is sent at
 * once, and nothing needs to be counted. Throws OrderItemNotFound, ShipPiecesWrong.
 */
export async function piecesToSend(
  order: OrderDoc,
  asked: SentParcel["items"] | undefined,
): Promise<PiecesToSend | null> {
  if (!asked && !order.parcels) return null;
  const rows = new Map((await findOrderItems(order._id)).map((item) => [item._id, item]));
  const unsent = new Map([...rows.values()].map((item) => [item._id, unsentOf(item)]));
  for (const [index, { orderItemId, count }] of (asked ?? []).entries()) {
    const left = unsent.get(orderItemId);
    if (left === undefined) throw tradeErrors.OrderItemNotFound();
    if (count > left) throw tradeErrors.ShipPiecesWrong({ field: `items.${index}.count`, left });
  }
  const all = [...unsent].flatMap(([orderItemId, count]) => (count > 0 ? [{ orderItemId, count }] : []));
  const items = asked ?? all;
  const left = sum(all) - sum(items);
  return left === 0 && !order.parcels ? null : { items, rows, left };
}

const sum = (items: SentParcel["items"]): number => items.reduce((total, { count }) => total + count, 0);
export const countOf = ({ items }: PiecesToSend): number => sum(items);

/** Counts them as sent, in the caller's transaction. */
export async function countAsSent({ items, rows }: PiecesToSend): Promise<void> {
  for (const { orderItemId, count } of items) {
    const { sentCount, refundPriceFen } = rows.get(orderItemId)!;
    const { matchedCount } = await OrderItemModel.updateOne(
      { _id: orderItemId, sentCount: sentCount ?? null, refundPriceFen },
      { $set: { sentCount: (sentCount ?? 0) + count } },
    );
    if (matchedCount === 0) throw new LostRace(`item ${orderItemId}`);
  }
}
