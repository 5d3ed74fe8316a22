import { activityPaid, takeActivity } from "#shared/domains/promotion/activity/index.js";
import { takeCartRows } from "#shared/domains/cart/index.js";
import { commitStock, reserveStock } from "#shared/domains/catalog/index.js";
import { changePoints, loyaltyErrors } from "#shared/domains/loyalty/index.js";
import { openPayOrder } from "#shared/domains/pay/index.js";
import { useCoupon } from "#shared/domains/promotion/index.js";
import { announce } from "#shared/kernel/queue/events.js";
import { gatherInserts } from "#shared/kernel/mongo/gathered.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { PayAppId } from "#shared/domains/pay/channel/payChannel.codes.js";
import { UserType } from "#shared/kernel/kernel.codes.js";
import { PointBizType } from "#shared/domains/loyalty/loyalty.codes.js";
import type { Fresh, NewOrder } from "./buildOrder.js";
import { enforceUnpaidLimits } from "./limitUnpaid.js";
import { OrderModel, stockRefOf, type OrderDoc } from "../order/order.model.js";
import { OrderItemModel, type OrderItemDoc } from "../order/orderItem.model.js";
import { OrderOperation } from "../log/log.codes.js";
import { logOrder } from "../log/orderLog.model.js";
import { stockLinesOf } from "./readBasket.js";
import { tradeErrors } from "../trade.errors.js";
import { tradeOrderPaid, tradeOrderPlaced } from "../trade.events.js";
import { closeUnpaidOrderJob } from "../trade.jobs.js";
import { OrderStatus, OrderType } from "../order/order.states.js";

export interface PlacedOrder {
  orderId: number;
  /** null: the order costs nothing and counts as paid. */
  payOrderId: number | null;
}

/** All writes of a new order, in one transaction: the member's own rows first, then the contended ones. */
export async function writeOrder({ order, items, basket, offer }: NewOrder, at: Date): Promise<PlacedOrder> {
  const { _id: orderId, memberId } = order;
  return inTransaction(async () => {
    if (order.payPriceFen > 0) await enforceUnpaidLimits(order, items);
    await reserveStock(stockRefOf(orderId), stockLinesOf(basket));
    if (offer) await takeActivity(offer, { memberId, orderId, at });
    if (order.couponId !== null) await useCoupon({ couponId: order.couponId, memberId, orderId, at });
    const payOrderId = order.payPriceFen > 0 ? await openPayOrderOf(order, items) : null;
    await gatherInserts(OrderModel, [
      { ...order, createdAt: at, payOrderId, ...(payOrderId === null ? paidAt(at) : {}) },
    ]);
    await gatherInserts(OrderItemModel, items);
    await takeCartRows(memberId, items);
    await takePoints(order);
    await announce(tradeOrderPlaced, { orderId, memberId });
    await logOrder({
      orderId,
      userId: memberId,
      userType: UserType.member,
      beforeStatus: null,
      afterStatus: OrderStatus.unpaid,
      operateType: OrderOperation.placed,
      what: { kind: "placed" },
    });
    if (payOrderId === null) await paidWithPoints(order, at);
    else await enqueue(closeUnpaidOrderJob, { orderId }, { dueAt: order.payExpireAt, once: true });
    return { orderId, payOrderId };
  });
}

const paidAt = (at: Date) => ({ status: OrderStatus.toShip, payStatus: true, payAt: at });

/** Throws PointShort (1004001003), for an order of the points mall PointsShort (1011000038). */
async function takePoints({ _id: orderId, no, memberId, usePoint, type }: Fresh<OrderDoc>): Promise<void> {
  if (usePoint === 0) return;
  try {
    await changePoints({
      memberId,
      change: -usePoint,
      bizType: PointBizType.used,
      bizId: orderId,
      description: no,
      isNew: true,
    });
  } catch (error) {
    throw type === OrderType.points && loyaltyErrors.PointShort.is(error) ? tradeErrors.PointsShort() : error;
  }
}

/** Marks an order that costs nothing as paid with points; it gives no points, as no money was paid. */
async function paidWithPoints(order: Fresh<OrderDoc>, at: Date): Promise<void> {
  const { _id: orderId, memberId } = order;
  await commitStock(stockRefOf(orderId), order.reserved);
  await activityPaid(orderId, at);
  await announce(tradeOrderPaid, { orderId, memberId });
  await logOrder({
    orderId,
    userId: memberId,
    userType: UserType.member,
    beforeStatus: OrderStatus.unpaid,
    afterStatus: OrderStatus.toShip,
    operateType: OrderOperation.paid,
    what: { kind: "paidWithPoints", points: order.usePoint },
  });
}

async function openPayOrderOf(order: Fresh<OrderDoc>, items: Fresh<OrderItemDoc>[]): Promise<number> {
  const subject = [...(items[0]?.spuName ?? "")].slice(0, 32).join("");
  const { _id } = await openPayOrder({
    appId: PayAppId.mall,
    merchantOrderId: String(order._id),
    memberId: order.memberId,
    subject,
    body: subject,
    priceFen: order.payPriceFen,
    expireAt: order.payExpireAt,
    isVirtual: order.isVirtual,
    userIp: order.userIp,
  });
  return _id;
}
