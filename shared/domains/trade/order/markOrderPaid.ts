import { commitStock } from "#shared/domains/catalog/index.js";
import { findPayOrder, type PayOrderDoc } from "#shared/domains/pay/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { announce } from "#shared/kernel/queue/events.js";
import { log } from "#shared/kernel/observability/log.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { cancelJob } from "#shared/kernel/outbox/cancel.js";
import { moveState } from "#shared/kernel/mongo/states.js";
import { PayAppId } from "#shared/domains/pay/channel/payApp.codes.js";
import { UserType } from "#shared/kernel/request/userType.codes.js";
import { PayStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { giveRewards } from "./giveRewards.js";
import { OrderModel, type OrderDoc } from "./order.model.js";
import { findOrder } from "./order.queries.js";
import { orderStates, OrderStatus } from "./order.states.js";
import { logOrder, orderOperations } from "../log/orderLog.model.js";
import { stockRefOf } from "./stockRef.js";
import { tradeErrors } from "../trade.errors.js";
import { tradeOrderPaid } from "../trade.events.js";
import { closeUnpaidOrderJob } from "../trade.jobs.js";

/**
 * A pay order is paid: so is its order (rules: Orders). The pay order is read again, the event is only a hint. Pay
 * orders of other apps are none of ours; a second call finds the order paid and does nothing.
 */
export async function markOrderPaid(payOrderId: number): Promise<void> {
  const payOrder = await findPayOrder(payOrderId);
  if (!payOrder) throw tradeErrors.PaidByAnotherPayOrder();
  if (payOrder.appId !== PayAppId.mall) return;
  const order = await findOrder(Number(payOrder.merchantOrderId));
  if (!order) throw tradeErrors.OrderNotFound();
  if (order.payOrderId !== payOrderId) throw tradeErrors.PaidByAnotherPayOrder();
  if (order.status === OrderStatus.cancelled && !order.payStatus) {
    // Cancelling closes the pay order in the same transaction, and pay gives late money back by itself.
    log.warn({ orderId: order._id, payOrderId }, "a cancelled order is told as paid; left as it is");
    return;
  }
  if (order.status !== OrderStatus.unpaid) return;
  checkPayment(order, payOrder);
  await inTransaction(() => writePaid(order, payOrder));
}

function checkPayment(order: OrderDoc, payOrder: PayOrderDoc): void {
  // A refund can be on its way before this runs; the payment stands all the same.
  if (payOrder.status !== PayStatus.paid && payOrder.status !== PayStatus.refunded)
    throw tradeErrors.PaidWithoutPayment();
  if (payOrder.priceFen + payOrder.walletPartFen !== order.payPriceFen) throw tradeErrors.PaidPriceDiffers();
}

async function writePaid(order: OrderDoc, payOrder: PayOrderDoc): Promise<void> {
  const { _id: orderId, memberId, payPriceFen } = order;
  const moved = await moveState(OrderModel, orderStates, {
    where: { _id: orderId },
    from: OrderStatus.unpaid,
    to: OrderStatus.toShip,
    set: { payStatus: true, payAt: payOrder.successAt ?? clock.now(), payChannelCode: payOrder.channelCode },
  });
  if (!moved) throw tradeErrors.PaidNotUnpaid();
  await cancelJob(closeUnpaidOrderJob, { orderId });
  await commitStock(stockRefOf(orderId));
  await giveRewards(order);
  await announce(tradeOrderPaid, { orderId, memberId });
  await logOrder({
    orderId,
    userId: memberId,
    userType: UserType.member,
    beforeStatus: OrderStatus.unpaid,
    afterStatus: OrderStatus.toShip,
    operateType: orderOperations.paid,
    what: { kind: "paid", payFen: payPriceFen },
  });
}
