import { groupRecordOfOrder } from "#shared/domains/promotion/activity/index.js";
import { payErrors, refundPayOrder } from "#shared/domains/pay/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { GroupStatus } from "#shared/domains/promotion/activity/activity.states.js";
import { OrderModel, type OrderDoc } from "../order/order.model.js";
import { findOrder } from "../order/order.queries.js";
import { CancelType, orderStates, OrderStatus } from "../order/order.states.js";
import { refundFailedGroupJob } from "../trade.jobs.js";

/**
 * A group was not full in time: its orders are refunded in full, each by itself; one that fails does not stop the
 * others.
 */
export async function refundFailedGroup(orderIds: readonly number[]): Promise<void> {
  const troubles: unknown[] = [];
  for (const orderId of orderIds) await refundGroupOrder(orderId).catch((error: unknown) => troubles.push(error));
  if (troubles.length > 0) throw new AggregateError(troubles, `${troubles.length} orders of a failed group`);
}

/**
 * The order says that its group failed (cancelType 40), and what is left of its money goes back; its arrival cancels
 * the order (applyRefund). Its number at pay is the order's own, so that twice is one refund. While another refund is
 * under way nothing begins: that one's end comes back here.
 */
async function refundGroupOrder(orderId: number): Promise<void> {
  await inTransaction(async () => {
    const order = await findOrder(orderId);
    if (!order?.payStatus || order.payOrderId === null || !orderStates.allows(order.status, OrderStatus.cancelled))
      return;
    // The group says whether it failed, not who asks.
    if ((await groupRecordOfOrder(orderId))?.status !== GroupStatus.failed) return;
    const refundId = await beginRefund(order, order.payOrderId);
    // Shipping at once meets this write.
    await OrderModel.updateOne(
      { _id: orderId, status: order.status },
      { $set: { cancelType: CancelType.groupFailed, ...(refundId === null ? {} : { refundId }) } },
    );
  });
}

async function beginRefund(order: OrderDoc, payOrderId: number): Promise<number | null> {
  const refundFen = order.payPriceFen - order.refundPriceFen;
  if (refundFen <= 0) return null;
  try {
    return await refundPayOrder({
      payOrderId,
      merchantRefundId: `order-${order._id}`,
      refundFen,
      reason: "拼团失败",
    });
  } catch (error) {
    if (payErrors.RefundInProgress.is(error)) return null;
    throw error;
  }
}

/** Another refund of the order has ended: the one of its failed group goes on. In the caller's transaction. */
export async function resumeGroupRefund({ _id: orderId, cancelType, status }: OrderDoc): Promise<void> {
  if (cancelType === CancelType.groupFailed && status !== OrderStatus.cancelled)
    await enqueue(refundFailedGroupJob, { orderIds: [orderId] });
}
