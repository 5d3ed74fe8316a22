import { restoreStock } from "#shared/domains/catalog/index.js";
import { findPayOrder, MALL_APP, type PayOrderDoc } from "#shared/domains/pay/index.js";
import { clock } from "#shared/platform/clock.js";
import { yuan } from "#shared/platform/money.js";
import { inTransaction, LostRace } from "#shared/platform/mongo.js";
import { finishAfterSale, finishAfterSalesOf, type EndedRefund } from "./afterSale/finishAfterSale.js";
import { markOrderPaid } from "./markOrderPaid.js";
import { OrderModel, type OrderDoc } from "./order.model.js";
import { findOrder, findOrderItems } from "./order.queries.js";
import { orderStates } from "./order.states.js";
import { OrderItemModel, type OrderItemDoc } from "./orderItem.model.js";
import { logOrder, orderOperations } from "./orderLog.model.js";
import { resumeGroupRefund } from "./refundFailedGroup.js";
import { stockRefOf } from "./stockRef.js";
import { takeBackExperience, takeBackItem, takeBackOrder } from "./takeBackRewards.js";

/**
 * A refund of an order ended. Arrived: the order takes over what its pay order says was given back in all, and the
 * experience for it goes. An after-sale's refund ends that as well, and its item's points come back. In full, the order
 * is cancelled, its items count as refunded, what was not shipped yet is for sale again, and what it used and gave is
 * undone. Failed: only an after-sale learns of it. A second call finds all this done and does nothing; pay orders of
 * other apps are none of ours.
 */
export async function applyRefund(payOrderId: number, ended?: EndedRefund): Promise<void> {
  const payOrder = await findPayOrder(payOrderId);
  if (!payOrder || payOrder.appId !== MALL_APP) return;
  // The refund may be told before the payment was.
  if (ended?.succeeded !== false) await markOrderPaid(payOrderId);
  await inTransaction(() => writeEnd(payOrder, ended));
}

async function writeEnd(payOrder: PayOrderDoc, ended: EndedRefund | undefined): Promise<void> {
  const refunded = ended ? await finishAfterSale(ended) : null;
  const order = await findOrder(Number(payOrder.merchantOrderId));
  if (!order?.payStatus || order.payOrderId !== payOrder._id) return;
  if (payOrder.refundFen + payOrder.walletRefundFen < order.payPriceFen) await resumeGroupRefund(order);
  if (ended?.succeeded === false) return;
  if (refunded) await takeBackItem(order, refunded.item);
  const refundedFen = payOrder.refundFen + payOrder.walletRefundFen;
  if (order.refundPriceFen >= refundedFen) return;
  await takeBackExperience(order, refundedFen);
  if (refundedFen >= order.payPriceFen) await writeRefunded(order, refundedFen);
  else await writeRefundedInPart(order, refundedFen);
}

async function writeRefundedInPart(order: OrderDoc, refundedFen: number): Promise<void> {
  const { modifiedCount } = await OrderModel.updateOne(
    { _id: order._id, status: order.status, refundPriceFen: order.refundPriceFen },
    // Told by the money alone: items refunded for less than was paid leave it refunded in part.
    { $set: { refundPriceFen: refundedFen, refundStatus: 10 } },
  );
  if (modifiedCount === 0) throw new LostRace(order.no);
  await logRefund(order, refundedFen, order.status);
}

async function writeRefunded(order: OrderDoc, refundedFen: number): Promise<void> {
  const { _id: orderId, status, refundPriceFen } = order;
  // A cancelled one was refunded in full before, or never paid; the table has no way out of 40.
  if (status !== 40 && !orderStates.allows(status, 40)) throw new Error(`order ${orderId} cannot leave ${status}`);
  const rest = (await findOrderItems(orderId)).filter(isNotRefunded);
  await finishAfterSalesOf(order);
  // After-sales that ended just now have put their goods back themselves.
  const stillThere = (await findOrderItems(orderId)).filter(isNotRefunded);
  const { modifiedCount } = await OrderModel.updateOne(
    { _id: orderId, status, refundPriceFen },
    {
      $set: {
        status: 40,
        refundPriceFen: refundedFen,
        refundStatus: 20,
        // A group-buy that failed has said so when its refund began.
        ...(status === 40 ? {} : { cancelType: order.cancelType ?? 20, cancelAt: clock.now() }),
      },
      $inc: { refundPoint: stillThere.reduce((sum, { usePoint }) => sum + usePoint, 0) },
    },
  );
  if (modifiedCount === 0) throw new LostRace(order.no);
  await OrderItemModel.updateMany({ orderId, afterSaleStatus: { $ne: 20 } }, { $set: { afterSaleStatus: 20 } });
  if (status === 10) await restoreStock(stockRefOf(orderId), stillThere);
  await takeBackOrder(order, rest);
  await logRefund(order, refundedFen, 40);
}

const isNotRefunded = ({ afterSaleStatus }: OrderItemDoc): boolean => afterSaleStatus !== 20;

async function logRefund(order: OrderDoc, refundedFen: number, afterStatus: 40 | OrderDoc["status"]): Promise<void> {
  const isFull = refundedFen >= order.payPriceFen;
  await logOrder({
    orderId: order._id,
    userId: 0,
    userType: 0,
    beforeStatus: order.status,
    afterStatus,
    operateType: isFull ? orderOperations.cancelledByRefund : orderOperations.refundedInPart,
    content: `Refunded ${yuan(refundedFen - order.refundPriceFen)}, ${yuan(refundedFen)} in all`,
  });
}
