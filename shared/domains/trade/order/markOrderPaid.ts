import { commitStock } from "#shared/domains/catalog/index.js";
import { findPayOrder, lookUpPayOrder, type PayOrderDoc } from "#shared/domains/pay/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { announce } from "#shared/kernel/queue/events.js";
import { log } from "#shared/kernel/observability/log.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { cancelJob } from "#shared/kernel/outbox/cancel.js";
import { moveStateOf } from "#shared/kernel/mongo/moveState.js";
import { PayAppId } from "#shared/domains/pay/channel/payChannel.codes.js";
import { UserType } from "#shared/kernel/kernel.codes.js";
import { PayStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { giveRewards } from "./giveRewards.js";
import { OrderModel, stockRefOf, type OrderDoc } from "./order.model.js";
import { findOrder } from "./order.queries.js";
import { readSkuIds, skuIdsOf, withOrderLocks } from "./orderLocks.js";
import { orderStates, OrderStatus } from "./order.states.js";
import { orderIdOf } from "./ofPayOrder.js";
import { OrderOperation } from "../log/log.codes.js";
import { logOrder } from "../log/orderLog.model.js";
import { tradeErrors } from "../trade.errors.js";
import { tradeOrderPaid } from "../trade.events.js";
import { closeUnpaidOrderJob } from "../trade.jobs.js";

/**
 * Marks the order of a paid pay order as paid (rules: Orders). The pay order is read again, as the event is only a
 * hint. Pay orders of other apps are ignored. Idempotent.
 */
export async function markOrderPaid(payOrderId: number, orderId?: number): Promise<void> {
  const { payOrder, skuIds } = (orderId && (await readTogether(payOrderId, orderId))) || (await readApart(payOrderId));
  if (payOrder.appId !== PayAppId.mall) return;
  // A refund may have started before this runs; the order was paid all the same.
  const isPaid = payOrder.status === PayStatus.paid || payOrder.status === PayStatus.refunded;
  if (isPaid && (await withOrderLocks(payOrder.memberId, skuIds, () => inTransaction(() => writePaid(payOrder)))))
    return;
  await throwWhyNotPaid(payOrder, isPaid);
}

interface PaidOrder {
  payOrder: PayOrderDoc;
  /** Of the order, if there is one. */
  skuIds: number[];
}
type Reserved = Pick<OrderDoc, "reserved">;

/** Undefined: the order is not one of this pay order. */
async function readTogether(payOrderId: number, orderId: number): Promise<PaidOrder | undefined> {
  const [order] = await OrderModel.aggregate<Reserved & { payOrders: PayOrderDoc[] }>([
    { $match: { _id: orderId, payOrderId } },
    { $project: { payOrderId: 1, reserved: 1 } },
    lookUpPayOrder("payOrderId"),
  ]);
  const payOrder = order?.payOrders[0];
  return payOrder && { payOrder, skuIds: skuIdsOf(order) };
}

/** Throws PaidByAnotherPayOrder. */
async function readApart(payOrderId: number): Promise<PaidOrder> {
  const payOrder = await findPayOrder(payOrderId);
  if (!payOrder) throw tradeErrors.PaidByAnotherPayOrder();
  return { payOrder, skuIds: await readSkuIds(orderIdOf(payOrder)) };
}

const wholeFen = ({ priceFen, walletPartFen }: PayOrderDoc): number => priceFen + walletPartFen;

/** False: the order is not waiting for this payment. */
async function writePaid(payOrder: PayOrderDoc): Promise<boolean> {
  const order = await moveStateOf(OrderModel, orderStates, {
    where: {
      _id: orderIdOf(payOrder),
      payOrderId: payOrder._id,
      payPriceFen: wholeFen(payOrder),
    },
    from: OrderStatus.unpaid,
    to: OrderStatus.toShip,
    set: { payStatus: true, payAt: payOrder.successAt ?? clock.now(), payChannelCode: payOrder.channelCode },
  });
  if (!order) return false;
  const { _id: orderId, memberId, payPriceFen, reserved } = order;
  await cancelJob(closeUnpaidOrderJob, { orderId });
  await commitStock(stockRefOf(orderId), reserved);
  await giveRewards(order);
  await announce(tradeOrderPaid, { orderId, memberId });
  await logOrder({
    orderId,
    userId: memberId,
    userType: UserType.member,
    beforeStatus: OrderStatus.unpaid,
    afterStatus: OrderStatus.toShip,
    operateType: OrderOperation.paid,
    what: { kind: "paid", payFen: payPriceFen },
  });
  return true;
}

/** Throws what is wrong between order and pay order; nothing when the order is paid or cancelled already. */
async function throwWhyNotPaid(payOrder: PayOrderDoc, isPaid: boolean): Promise<void> {
  const order = await findOrder(orderIdOf(payOrder));
  if (!order) throw tradeErrors.OrderNotFound();
  if (order.payOrderId !== payOrder._id) throw tradeErrors.PaidByAnotherPayOrder();
  if (order.status === OrderStatus.cancelled && !order.payStatus) {
    // Cancelling closes the pay order in the same transaction, and pay refunds late money automatically.
    log.warn(
      { orderId: order._id, payOrderId: payOrder._id },
      "a cancelled order was reported as paid; it is left unchanged",
    );
    return;
  }
  if (order.status !== OrderStatus.unpaid) return;
  if (!isPaid) throw tradeErrors.PaidWithoutPayment();
  // The order may have changed since the write matched nothing: PaidNotUnpaid is retried.
  throw wholeFen(payOrder) === order.payPriceFen ? tradeErrors.PaidNotUnpaid() : tradeErrors.PaidPriceDiffers();
}
