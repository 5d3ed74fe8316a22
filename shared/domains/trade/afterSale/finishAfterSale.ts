import { restoreStock } from "#shared/domains/catalog/index.js";
import { clock } from "#shared/platform/clock.js";
import { yuan } from "#shared/platform/money.js";
import { LostRace } from "#shared/platform/mongo.js";
import { moveState } from "#shared/platform/states.js";
import { OrderModel, type OrderDoc } from "../order.model.js";
import { findOrder } from "../order.queries.js";
import { OrderItemModel, type OrderItemDoc } from "../orderItem.model.js";
import { AfterSaleModel, type AfterSaleDoc } from "./afterSale.model.js";
import { bySystem, logAfterSale } from "./afterSaleLog.model.js";
import { afterSaleStates, openAfterSaleStates } from "./afterSale.states.js";
import { afterSaleOfRefund } from "./refundNumber.js";

/** How a refund of pay ended. */
export interface EndedRefund {
  merchantRefundId: string;
  succeeded: boolean;
}

/** An after-sale whose money went back just now, and its item, which counts as refunded. */
export interface RefundedItem {
  item: OrderItemDoc;
  refundFen: number;
}

/**
 * Takes over how the refund of an after-sale ended; in the caller's transaction. Succeeded: 40 -> 50, its item is
 * refunded, its goods are for sale again when they came back or never left, and the order's refundPoint follows. Failed:
 * it stays 40 and an operator may try again. Sums of money, the member's points and the order's own states are the
 * caller's (applyRefund). Null: no after-sale's refund, a failed one, or one that was taken over before.
 */
export async function finishAfterSale({ merchantRefundId, succeeded }: EndedRefund): Promise<RefundedItem | null> {
  const afterSaleId = afterSaleOfRefund(merchantRefundId);
  if (afterSaleId === undefined) return null;
  // Only the latest try counts: an earlier one ended before it was followed.
  const afterSale = await AfterSaleModel.findOne({
    _id: afterSaleId,
    merchantRefundId,
    status: 40,
    isRefunding: true,
  }).lean<AfterSaleDoc>();
  if (!afterSale) return null;
  const order = await findOrder(afterSale.orderId);
  if (!order) throw new Error(`after-sale ${afterSale.no} has no order`);
  return succeeded ? await writeRefunded(afterSale, order) : await writeFailed(afterSale);
}

/**
 * The order's money went back as a whole: what is still open ends with it, as refunded. In the caller's transaction,
 * before the order's other items become refunded. Answers the items.
 */
export async function finishAfterSalesOf(order: OrderDoc): Promise<RefundedItem[]> {
  const open = await AfterSaleModel.find({ orderId: order._id, status: { $in: [...openAfterSaleStates] } })
    .sort({ _id: 1 })
    .lean<AfterSaleDoc[]>();
  const refunded: RefundedItem[] = [];
  for (const afterSale of open) refunded.push(await writeRefunded(afterSale, order));
  return refunded;
}

async function writeRefunded(afterSale: AfterSaleDoc, order: OrderDoc): Promise<RefundedItem> {
  const { _id: afterSaleId, status, orderItemId, refundPriceFen: refundFen } = afterSale;
  const moved = await moveState(AfterSaleModel, afterSaleStates, {
    where: { _id: afterSaleId },
    from: status,
    to: 50,
    set: { refundAt: clock.now(), isRefunding: false },
  });
  if (!moved) throw new LostRace(afterSale.no);
  const item = await OrderItemModel.findOneAndUpdate(
    { _id: orderItemId, afterSaleId },
    { $set: { afterSaleStatus: 20 } },
    { returnDocument: "after" },
  ).lean<OrderItemDoc>();
  if (!item) throw new Error(`after-sale ${afterSale.no} has no item`);
  if (isAtHome(afterSale, order)) await restoreStock(`after-sale-${afterSaleId}`, [item]);
  await tellOrder(order, item);
  await logAfterSale({
    afterSaleId,
    by: bySystem,
    from: status,
    to: 50,
    operation: "refunded",
    content: status === 40 ? `Refunded ${yuan(refundFen)}` : "Refunded with the whole order",
  });
  return { item, refundFen };
}

/** Never shipped, or sent back and accepted. */
const isAtHome = ({ receiveAt, status }: AfterSaleDoc, order: OrderDoc): boolean =>
  order.status === 10 || (status === 40 && receiveAt !== null);

/** Guarded by the state that decided whether the goods are at home: shipping at once meets this. */
async function tellOrder({ _id: orderId, no, status }: OrderDoc, { usePoint }: OrderItemDoc): Promise<void> {
  const { matchedCount } = await OrderModel.updateOne({ _id: orderId, status }, { $inc: { refundPoint: usePoint } });
  if (matchedCount === 0) throw new LostRace(no);
}

async function writeFailed({ _id: afterSaleId, no }: AfterSaleDoc): Promise<null> {
  const { modifiedCount } = await AfterSaleModel.updateOne(
    { _id: afterSaleId, status: 40, isRefunding: true },
    { $set: { isRefunding: false } },
  );
  if (modifiedCount === 0) throw new LostRace(no);
  await logAfterSale({
    afterSaleId,
    by: bySystem,
    from: 40,
    to: 40,
    operation: "refundFailed",
    content: "The refund failed",
  });
  return null;
}
