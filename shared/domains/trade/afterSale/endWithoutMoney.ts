import { withdrawStock } from "#shared/domains/catalog/index.js";
import { LostRace } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { withPiecesBack, withSentLost } from "../refund/itemPieces.js";
import { OrderItemModel, type OrderItemDoc } from "../order/orderItem.model.js";
import { tradeErrors } from "../trade.errors.js";
import { AfterSaleModel, type AfterSaleDoc } from "./afterSale.model.js";
import { afterSaleStates, AfterSaleStatus } from "./afterSale.states.js";
import { releaseItem } from "./itemAfterSale.js";

/**
 * Ends an after-sale without money, in the caller's transaction: its item is free for another. One that was promised its
 * money (40) ends as long as no refund was asked for, which the same write decides as the refund's (refundAfterSale), and
 * pieces that came are its member's again. Throws AfterSaleRefundAsked, AfterSaleGoodsSold, AfterSaleChanged.
 */
export async function endWithoutMoney(
  afterSale: AfterSaleDoc,
  to: AfterSaleStatus,
  set: Partial<AfterSaleDoc> = {},
): Promise<void> {
  const { _id, status, isRefunding, refundTries } = afterSale;
  const isPromised = status === AfterSaleStatus.refunding;
  if (isPromised && (isRefunding || refundTries > 0)) throw tradeErrors.AfterSaleRefundAsked();
  const came = isPromised ? piecesThatCame(afterSale) : 0;
  const moved = await moveState(AfterSaleModel, afterSaleStates, {
    where: { _id, ...(isPromised ? { isRefunding: false, refundTries } : {}) },
    from: status,
    to,
    set: { ...set, ...(came > 0 ? { receivedCount: null, restock: null } : {}) },
  });
  if (!moved) throw tradeErrors.AfterSaleChanged();
  if (came > 0) await givePiecesToMember(afterSale, came);
  await releaseItem(afterSale);
}

/** Rows of older versions do not say how many: all of the item. */
const piecesThatCame = ({ receivedCount, receiveAt, count }: AfterSaleDoc): number =>
  receivedCount ?? (receiveAt === null ? 0 : count);

/** The reverse of takePiecesBack. */
async function givePiecesToMember({ _id, no, orderItemId, skuId, restock }: AfterSaleDoc, came: number): Promise<void> {
  const item = (await OrderItemModel.findById(orderItemId).lean<OrderItemDoc>())!;
  const { matchedCount } = await OrderItemModel.updateOne(
    { _id: orderItemId, backCount: item.backCount ?? null, goodsBack: item.goodsBack },
    { $set: { ...withPiecesBack(item, -came, restock === true), ...withSentLost(item, -came) } },
  );
  if (matchedCount === 0) throw new LostRace(no);
  if (restock === true && !(await withdrawStock(`after-sale-${_id}`, skuId))) throw tradeErrors.AfterSaleGoodsSold();
}
