import { checkpoint } from "#shared/kernel/request/context.js";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { announce } from "#shared/kernel/queue/events.js";
import { log } from "#shared/kernel/observability/log.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { PayStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { OrderModel, type OrderDoc } from "./order.model.js";
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

const BATCH = 200;

/** The same for every order past its deadline; a failing one does not stop the others. */
export async function expireDueOrders(): Promise<void> {
  const now = clock.now();
  let last: Pick<OrderDoc, "_id" | "payExpireAt"> | undefined;
  for (;;) {
    const due: OrderDoc[] = await OrderModel.find({ status: OrderStatus.unpaid, ...dueAfter(last, now) })
      .sort({ payExpireAt: 1, _id: 1 })
      .limit(BATCH)
      .lean<OrderDoc[]>();
    for (const order of due) {
      checkpoint();
      await announceExpired(order).catch((error: unknown) =>
        log.error({ err: error, orderId: order._id }, "an expired order could not be announced"),
      );
    }
    last = due.at(-1);
    if (due.length < BATCH) return;
  }
}

/** Pages by position: orders that stay unpaid while their channel is unreachable must not block later ones. */
function dueAfter(last: Pick<OrderDoc, "_id" | "payExpireAt"> | undefined, now: Date) {
  if (!last) return { payExpireAt: { $lte: now } };
  return {
    $or: [
      { payExpireAt: { $gt: last.payExpireAt, $lte: now } },
      { payExpireAt: last.payExpireAt, _id: { $gt: last._id } },
    ],
  };
}

/**
 * For a waiting pay order, pay queries the channels. For a closed or paid one the job of its event was lost, and is
 * enqueued again.
 */
async function announceExpired({ _id: orderId, payOrderId }: OrderDoc): Promise<void> {
  const payOrder = payOrderId === null ? null : await findPayOrder(payOrderId);
  if (!payOrder) return;
  if (payOrder.status === PayStatus.waiting)
    await inTransaction(() => announce(tradeOrderExpired, { orderId, payOrderId: payOrder._id }));
  else if (payOrder.status === PayStatus.closed) await enqueue(cancelClosedOrderJob, { payOrderId: payOrder._id });
  else await enqueue(markOrderPaidJob, { payOrderId: payOrder._id });
}
