import { findPayOrder } from "#shared/domains/pay/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { PayAppId } from "#shared/domains/pay/channel/payChannel.codes.js";
import { PayStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { closeOrder } from "./closeOrder.js";
import { findOrder } from "./order.queries.js";
import { OrderStatus } from "./order.states.js";
import { orderIdOf } from "./ofPayOrder.js";

/**
 * Cancels the order of an expired and closed pay order, which is read again. A pay order of another app, and an order
 * that is no longer unpaid, are ignored.
 */
export async function cancelClosedOrder(payOrderId: number): Promise<void> {
  const payOrder = await findPayOrder(payOrderId);
  if (!payOrder || payOrder.appId !== PayAppId.mall || payOrder.status !== PayStatus.closed) return;
  const order = await findOrder(orderIdOf(payOrder));
  if (!order || order.payOrderId !== payOrderId || order.status !== OrderStatus.unpaid) return;
  await inTransaction(() => closeOrder(order, "deadline"));
}
