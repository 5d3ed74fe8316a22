import { recordOperation } from "#shared/domains/audit/index.js";
import { movePayOrderExpiry, payErrors } from "#shared/domains/pay/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { UserType } from "#shared/kernel/kernel.codes.js";
import { OrderModel } from "./order.model.js";
import { findOrder } from "./order.queries.js";
import { OrderOperation } from "../log/log.codes.js";
import { logOrder } from "../log/orderLog.model.js";
import { tradeErrors } from "../trade.errors.js";
import { closeUnpaidOrderJob } from "../trade.jobs.js";
import { OrderStatus } from "./order.states.js";

/**
 * An operator changes the payment deadline of an unpaid order; one in the past expires it now. The pay order's deadline
 * and the waiting job move too. Throws OrderNotFound, ExpiryNotUnpaid.
 */
export async function moveOrderExpiry(operatorId: number, orderId: number, payExpireAt: Date): Promise<true> {
  await inTransaction(async () => {
    const order = await findOrder(orderId);
    if (!order || order.deletedAt) throw tradeErrors.OrderNotFound();
    const { matchedCount } = await OrderModel.updateOne(
      { _id: orderId, status: OrderStatus.unpaid },
      { $set: { payExpireAt } },
    );
    if (matchedCount === 0) throw tradeErrors.ExpiryNotUnpaid();
    if (order.payOrderId !== null) await movePayOrder(order.payOrderId, payExpireAt);
    await enqueue(closeUnpaidOrderJob, { orderId }, { dueAt: payExpireAt, replace: true });
    await logOrder({
      orderId,
      userId: operatorId,
      userType: UserType.operator,
      beforeStatus: OrderStatus.unpaid,
      afterStatus: OrderStatus.unpaid,
      operateType: OrderOperation.deadlineMoved,
      what: { kind: "deadlineMoved", from: order.payExpireAt, to: payExpireAt },
    });
    await recordOperation({
      module: "trade",
      action: "order.update-expire",
      bizId: orderId,
      before: { payExpireTime: order.payExpireAt.getTime() },
      after: { payExpireTime: payExpireAt.getTime() },
    });
  });
  return true;
}

/** The same refusal when it was paid just now, but the order is not marked paid yet. */
async function movePayOrder(payOrderId: number, expireAt: Date): Promise<void> {
  try {
    await movePayOrderExpiry(payOrderId, expireAt);
  } catch (error) {
    throw payErrors.PayOrderNotWaiting.is(error) ? tradeErrors.ExpiryNotUnpaid() : error;
  }
}
