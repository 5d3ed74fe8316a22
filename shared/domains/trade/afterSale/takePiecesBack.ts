import { restoreStock } from "#shared/domains/catalog/index.js";
import { LostRace } from "#shared/kernel/mongo/mongo.js";
import { errors } from "#shared/kernel/request/errors.js";
import { piecesAsked, piecesLeftOf, shareOfPieces, withPiecesBack, withSentLost } from "../refund/itemPieces.js";
import { OrderItemModel, type OrderItemDoc } from "../order/orderItem.model.js";
import { tradeErrors } from "../trade.errors.js";
import type { AfterSaleDoc } from "./afterSale.model.js";

/**
 * Takes the pieces that came from their item, and puts them back in stock with `restock`; in the caller's transaction.
 * `count`: undefined: those of the after-sale. Fewer than it asks for are paid with their share at most: the others can be
 * returned later. Throws AfterSaleCountWrong; 400 when nobody says how many.
 */
export async function takePiecesBack(
  afterSale: AfterSaleDoc,
  { count, restock }: { count: number | undefined; restock: boolean },
): Promise<{ receivedCount: number; refundPriceFen: number }> {
  const { _id, orderItemId, skuId, no, refundPriceFen } = afterSale;
  const item = (await OrderItemModel.findById(orderItemId).lean<OrderItemDoc>())!;
  // What is still to be sent cannot have come.
  const left = Math.min(piecesLeftOf(item), item.sentCount ?? Infinity);
  const asked = piecesAsked(item, afterSale);
  // An only piece needs no count.
  const came = count ?? (left === 1 ? 1 : asked);
  if (came === 0)
    throw errors.BadInput({ field: "count", reason: "is required, as the after-sale does not say how many" });
  if (came > left) throw tradeErrors.AfterSaleCountWrong({ left });
  const { matchedCount } = await OrderItemModel.updateOne(
    { _id: orderItemId, backCount: item.backCount ?? null, goodsBack: item.goodsBack },
    { $set: { ...withPiecesBack(item, came, restock), ...withSentLost(item, came) } },
  );
  if (matchedCount === 0) throw new LostRace(no);
  if (restock) await restoreStock(`after-sale-${_id}`, [{ skuId, count: came }]);
  const most = came < asked ? shareOfPieces(item, came) : refundPriceFen;
  return { receivedCount: came, refundPriceFen: Math.min(refundPriceFen, most) };
}
