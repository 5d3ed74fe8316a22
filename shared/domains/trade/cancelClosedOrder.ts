import { findPayOrder, MALL_APP } from "#shared/domains/pay/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { closeOrder } from "./closeOrder.js";
import { findOrder } from "./order.queries.js";

/**
 * A pay order expired and is closed: so is its order. The pay order is read again; one of another app, or an order that
 * is not unpaid any more, is left alone.
 */
export async function cancelClosedOrder(payOrderId: number): Promise<void> {
  const payOrder = await findPayOrder(payOrderId);
  if (!payOrder || payOrder.appId !== MALL_APP || payOrder.status !== 30) return;
  const order = await findOrder(Number(payOrder.merchantOrderId));
  if (!order || order.payOrderId !== payOrderId || order.status !== 0) return;
  await inTransaction(() => closeOrder(order, "deadline"));
}
