import { recordOperation } from "#shared/domains/audit/index.js";
import { closePayOrder } from "#shared/domains/pay/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { closeOrder } from "./closeOrder.js";
import { findOrder } from "./order.queries.js";
import { tradeErrors } from "../trade.errors.js";
import { OrderStatus } from "./order.states.js";

/**
 * An operator cancels an unpaid order with its pay order, as its member could: a payment that still arrives is
 * refunded. Throws OrderNotFound; CancelNotUnpaid (1011000025), also when the payment has arrived already.
 */
export async function cancelOrderByOperator(operatorId: number, orderId: number, reason: string): Promise<true> {
  await inTransaction(async () => {
    const order = await findOrder(orderId);
    if (!order) throw tradeErrors.OrderNotFound();
    if (order.status !== OrderStatus.unpaid) throw tradeErrors.CancelNotUnpaid();
    // The pay order decides, as the order may not be marked paid yet.
    if (order.payOrderId !== null && (await closePayOrder(order.payOrderId)) === "alreadyPaid")
      throw tradeErrors.CancelNotUnpaid();
    if (!(await closeOrder(order, { operatorId, reason }))) throw tradeErrors.CancelNotUnpaid();
    await recordOperation({
      module: "trade",
      action: "order.cancel",
      bizId: orderId,
      before: { status: order.status },
      after: { status: OrderStatus.cancelled, reason },
    });
  });
  return true;
}
