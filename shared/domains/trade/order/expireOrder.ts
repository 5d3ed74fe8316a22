import { findPayOrder } from "#shared/domains/pay/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { announce } from "#shared/kernel/queue/events.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { PayStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { eachDueOrder } from "./dueOrders.js";
import type { OrderDoc } from "./order.model.js";
import { findOrder } from "./order.queries.js";
import { tradeOrderExpired } from "../trade.events.js";
import { cancelClosedOrderJob, closeUnpaidOrderJob, markOrderPaidJob } from "../trade.jobs.js";
import { OrderStatus } from "./order.states.js";

/**
 * Publishes that an unpaid order's deadline has passed. It cancels nothing, as the channels are queried first (rules:
 * Orders). If the deadline was postponed, the job is scheduled again.
 */
export async function expireOrder(orderId: number): Promise<void> {
  const order = await findOrder(orderId);
  if (!order || order.status !== OrderStatus.unpaid) return;
  if (order.payExpireAt > clock.now()) {
    // This job is still open under its key, so it is moved instead of added.
    await enqueue(closeUnpaidOrderJob, { orderId }, { dueAt: order.payExpireAt, replace: true });
    return;
  }
  await announceExpired(order);
}

/** The same for the orders past their deadline. */
export const expireDueOrders = (): Promise<void> =>
  eachDueOrder({ where: { status: OrderStatus.unpaid }, time: "payExpireAt", until: clock.now() }, announceExpired);

/**
 * For a waiting pay order, pay queries the channels. For a closed or paid one the job of its event was lost, and is
 * enqueued again.
 */
async function announceExpired({ _id: orderId, payOrderId }: Pick<OrderDoc, "_id" | "payOrderId">): Promise<void> {
  const payOrder = payOrderId === null ? null : await findPayOrder(payOrderId);
  if (!payOrder) return;
  if (payOrder.status === PayStatus.waiting)
    await inTransaction(() => announce(tradeOrderExpired, { orderId, payOrderId: payOrder._id }));
  else if (payOrder.status === PayStatus.closed) await enqueue(cancelClosedOrderJob, { payOrderId: payOrder._id });
  else await enqueue(markOrderPaidJob, { payOrderId: payOrder._id });
}
