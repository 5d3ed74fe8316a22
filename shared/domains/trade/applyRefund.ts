import { restoreStock } from "#shared/domains/catalog/index.js";
import { findPayOrder, MALL_APP } from "#shared/domains/pay/index.js";
import { clock } from "#shared/platform/clock.js";
import { yuan } from "#shared/platform/money.js";
import { inTransaction, LostRace } from "#shared/platform/mongo.js";
import { markOrderPaid } from "./markOrderPaid.js";
import { OrderModel, type OrderDoc } from "./order.model.js";
import { findOrder, findOrderItems } from "./order.queries.js";
import { orderStates } from "./order.states.js";
import { OrderItemModel } from "./orderItem.model.js";
import { logOrder, orderOperations } from "./orderLog.model.js";
import { stockRefOf } from "./stockRef.js";

/**
 * Money of an order arrived back at its payer: the order takes over what the pay order says was given back in all. In
 * full, it is cancelled, its items count as refunded, and what was not shipped yet is for sale again. A second call
 * finds the sum taken over and does nothing; pay orders of other apps are none of ours.
 */
export async function applyRefund(payOrderId: number): Promise<void> {
  const payOrder = await findPayOrder(payOrderId);
  if (!payOrder || payOrder.appId !== MALL_APP) return;
  const orderId = Number(payOrder.merchantOrderId);
  // The refund may be told before the payment was.
  await markOrderPaid(payOrderId);
  await inTransaction(async () => {
    const order = await findOrder(orderId);
    const refundedFen = payOrder.refundFen + payOrder.walletRefundFen;
    if (!order?.payStatus || order.payOrderId !== payOrderId || order.refundPriceFen >= refundedFen) return;
    if (refundedFen >= order.payPriceFen) await writeRefunded(order, refundedFen);
    else await writeRefundedInPart(order, refundedFen);
  });
}

async function writeRefundedInPart(order: OrderDoc, refundedFen: number): Promise<void> {
  const { modifiedCount } = await OrderModel.updateOne(
    { _id: order._id, status: order.status, refundPriceFen: order.refundPriceFen },
    { $set: { refundPriceFen: refundedFen, refundStatus: 10 } },
  );
  if (modifiedCount === 0) throw new LostRace(order.no);
  await logRefund(order, refundedFen, order.status);
}

async function writeRefunded(order: OrderDoc, refundedFen: number): Promise<void> {
  const { _id: orderId, status, refundPriceFen } = order;
  // A cancelled one was refunded in full before, or never paid; the table has no way out of 40.
  if (status !== 40 && !orderStates.allows(status, 40)) throw new Error(`order ${orderId} cannot leave ${status}`);
  const { modifiedCount } = await OrderModel.updateOne(
    { _id: orderId, status, refundPriceFen },
    {
      $set: {
        status: 40,
        refundPriceFen: refundedFen,
        refundStatus: 20,
        ...(status === 40 ? {} : { cancelType: 20, cancelAt: clock.now() }),
      },
    },
  );
  if (modifiedCount === 0) throw new LostRace(order.no);
  await OrderItemModel.updateMany({ orderId, afterSaleStatus: { $ne: 20 } }, { $set: { afterSaleStatus: 20 } });
  if (status === 10) await restoreStock(stockRefOf(orderId), await findOrderItems(orderId));
  await logRefund(order, refundedFen, 40);
}

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
