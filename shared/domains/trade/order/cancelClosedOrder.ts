import { findPayOrder } from "#shared/domains/pay/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { PayAppId } from "#shared/domains/pay/channel/payChannel.codes.js";
import { PayStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { closeOrder } from "./closeOrder.js";
import { findOrder } from "./order.queries.js";
import { OrderStatus } from "./order.states.js";

/**
 * A pay order expired and is closed: so is its order. The pay order is read again; one of another app, or an order that
 * is not unpaid any more, is left alone.
 */
export async function cancelClosedOrder(payOrderId: number): Promise<void> {
  const payOrder = await findPayOrder(payOrderId);
  if (!payOrder || payOrder.appId !== PayAppId.mall || payOrder.status !== PayStatus.closed) return;
  const order = await findOrder(Number(payOrder.merchantOrderId));
  if (!order || order.payOrderId !== payOrderId || order.status !== OrderStatus.unpaid) return;
  await inTransaction(() => closeOrder(order, "deadline"));
}
