import { activityErrors, isGroupInProgress } from "#shared/domains/promotion/activity/index.js";
import { usePictures } from "#shared/domains/media/index.js";
import { nextId, serialNumber } from "#shared/kernel/mongo/ids.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { termsOfName } from "#shared/kernel/lists/searchTerms.js";
import { OrderModel, type OrderDoc } from "../order/order.model.js";
import { findOrder, ownOrderItem } from "../order/order.queries.js";
import { OrderItemModel, type OrderItemDoc } from "../order/orderItem.model.js";
import { piecesLeftOf, shareOfPieces } from "../refund/itemPieces.js";
import { leftOf } from "../refund/refundShares.js";
import { tradeErrors } from "../trade.errors.js";
import { AfterSaleModel, type AfterSaleDoc } from "./afterSale.model.js";
import { byMember, logAfterSale } from "../log/afterSaleLog.model.js";
import { AfterSaleStatus, AfterSaleType, AfterSaleWay } from "./afterSale.states.js";
import { ItemAfterSaleStatus, OrderStatus, OrderType } from "../order/order.states.js";

interface AfterSaleApplication {
  orderItemId: number;
  way: AfterSaleWay;
  /**
   * Pieces; undefined: all that are left if the whole money left is asked for, else none in particular. To return goods
   * of an order that is sent in part: all that are sent.
   */
  count?: number | undefined;
  refundPriceFen: number;
  applyReason: string;
  applyDescription: string;
  applyPicUrls: string[];
}

/**
 * A member requests money for one item of a paid order or for some of its pieces, up to what is left of it or to their
 * share (0 for what is free), with one open after-sale per item. Returns its id. Throws OrderItemNotFound,
 * AfterSaleApplied, AfterSaleCountWrong, AfterSalePriceWrong, AfterSaleOrderClosed, AfterSaleOrderUnpaid,
 * AfterSaleNothingToReturn, AfterSaleGoodsBack, GroupInProgress (1011000116).
 */
export async function applyForAfterSale(memberId: number, application: AfterSaleApplication): Promise<number> {
  const { orderItemId, refundPriceFen, ...request } = application;
  const afterSaleId = await nextId("afterSales");
  return inTransaction(async () => {
    const item = await ownOrderItem(memberId, orderItemId);
    const order = (await findOrder(item.orderId))!;
    const count = application.count ?? sentSoFar(order, item, application.way);
    checkApplication(order, item, { ...application, count });
    if (order.type === OrderType.group && (await isGroupInProgress(order._id))) throw activityErrors.GroupInProgress();
    const { modifiedCount } = await OrderItemModel.updateOne(
      { _id: orderItemId, afterSaleStatus: ItemAfterSaleStatus.none },
      { $set: { afterSaleStatus: ItemAfterSaleStatus.underWay, afterSaleId } },
    );
    if (modifiedCount === 0) throw tradeErrors.AfterSaleApplied();
    await conflictWithShipping(order, afterSaleId);
    await AfterSaleModel.create([
      {
        _id: afterSaleId,
        no: serialNumber("r", afterSaleId),
        memberId,
        status: AfterSaleStatus.applied,
        type: order.status === OrderStatus.completed ? AfterSaleType.afterCompletion : AfterSaleType.beforeCompletion,
        orderId: order._id,
        orderNo: order.no,
        orderItemId,
        ...boughtOf(item),
        spuNameTerms: termsOfName(item.spuName),
        ...request,
        ...askedPieces(item, { count, refundPriceFen }),
        refundPriceFen,
      },
    ]);
    const pictures = request.applyPicUrls.map((key, index) => ({ key, field: `applyPicUrls.${index}` }));
    await usePictures(memberId, pictures, { what: "afterSale", id: afterSaleId });
    await logAfterSale({
      afterSaleId,
      by: byMember(memberId),
      from: null,
      to: AfterSaleStatus.applied,
      operation: "applied",
      what: {
        kind: "applied",
        refundFen: refundPriceFen,
        againstGoods: request.way === AfterSaleWay.returnGoods,
        reason: request.applyReason,
      },
    });
    return afterSaleId;
  });
}

/** Shipping reads the items and writes the order: this write makes a concurrent shipping conflict. */
async function conflictWithShipping({ _id, no, status }: OrderDoc, afterSaleId: number): Promise<void> {
  const { matchedCount } = await OrderModel.updateOne({ _id, status }, { $set: { afterSaleId } });
  if (matchedCount === 0) throw new LostRace(no);
}

/** Pieces that can be returned while others of the item are still to be sent; undefined: it is not so. */
function sentSoFar(order: OrderDoc, item: OrderItemDoc, way: AfterSaleWay): number | undefined {
  if (way !== AfterSaleWay.returnGoods || order.status !== OrderStatus.toShip) return undefined;
  const sent = item.sentCount ?? 0;
  return sent > 0 ? sent : undefined;
}

function checkApplication(
  order: OrderDoc,
  item: OrderItemDoc,
  { way, count, refundPriceFen }: AfterSaleApplication,
): void {
  if (item.afterSaleStatus !== ItemAfterSaleStatus.none) throw tradeErrors.AfterSaleApplied();
  const left = piecesLeftOf(item);
  if (way === AfterSaleWay.returnGoods && left === 0) throw tradeErrors.AfterSaleGoodsBack();
  if (count !== undefined && count > left) throw tradeErrors.AfterSaleCountWrong({ left });
  const most = count === undefined ? leftOf(item) : shareOfPieces(item, count);
  // Pieces whose share is below a fen are free as well.
  const least = item.payPriceFen === 0 || (count !== undefined && most === 0) ? 0 : 1;
  if (refundPriceFen < least || refundPriceFen > most) throw tradeErrors.AfterSalePriceWrong();
  // A paid order with a cancelType is about to be closed: the refund of its failed group is under way.
  if (order.status === OrderStatus.cancelled || order.cancelType !== null) throw tradeErrors.AfterSaleOrderClosed();
  if (!order.payStatus) throw tradeErrors.AfterSaleOrderUnpaid();
  if (way === AfterSaleWay.returnGoods && order.status < OrderStatus.shipped) {
    const sent = sentSoFar(order, item, way) ?? 0;
    if (sent === 0) throw tradeErrors.AfterSaleNothingToReturn();
    if (count! > sent) throw tradeErrors.AfterSaleCountWrong({ left: sent });
  }
  // What an operator refunded of the order cannot be refunded again.
  if (refundPriceFen > order.payPriceFen - order.refundPriceFen) throw tradeErrors.AfterSalePriceWrong();
}

const boughtOf = ({ spuId, spuName, skuId, properties, picUrl }: OrderItemDoc) => ({
  spuId,
  spuName,
  skuId,
  properties,
  picUrl,
});

function askedPieces(
  item: OrderItemDoc,
  { count, refundPriceFen }: Pick<AfterSaleApplication, "count" | "refundPriceFen">,
): Pick<AfterSaleDoc, "count" | "isCounted"> {
  const left = piecesLeftOf(item);
  if (count !== undefined) return { count, isCounted: true };
  if (left === 0) return { count: item.count, isCounted: false };
  return { count: left, isCounted: refundPriceFen === leftOf(item) };
}
