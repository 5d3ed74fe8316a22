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
 * Refunds the orders of a group that was not full in time, each in a transaction of its own; a failing one does not
 * stop the others.
 */
export async function refundFailedGroup(orderIds: readonly number[]): Promise<void> {
  const failures: unknown[] = [];
  for (const orderId of orderIds) await refundGroupOrder(orderId).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} orders of a failed group`);
}

/**
 * Records on the order that its group failed (cancelType 40) and refunds what is left; the refund's success cancels the
 * order (applyRefund). Its number at pay is the order's own, so that a second run is the same refund. While another
 * refund is under way none is started: the end of that one enqueues this again.
 */
async function refundGroupOrder(orderId: number): Promise<void> {
  await inTransaction(async () => {
    const order = await findOrder(orderId);
    if (!order?.payStatus || order.payOrderId === null || !orderStates.allows(order.status, OrderStatus.cancelled))
      return;
    // The group's own state decides, not the caller.
    if ((await groupRecordOfOrder(orderId))?.status !== GroupStatus.failed) return;
    const refundId = await beginRefund(order, order.payOrderId);
    // This write makes a concurrent shipping conflict.
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
    if (payErrors.RefundInProgress.is(error) || payErrors.RefundNeedsMerchant.is(error)) return null;
    throw error;
  }
}

/** Resumes the refund of a failed group after another refund of the order has ended. In the caller's transaction. */
export async function resumeGroupRefund({ _id: orderId, cancelType, status }: OrderDoc): Promise<void> {
  if (cancelType === CancelType.groupFailed && status !== OrderStatus.cancelled)
    await enqueue(refundFailedGroupJob, { orderIds: [orderId] });
}
