import { releaseActivity } from "#shared/domains/activity/index.js";
import { releaseStock } from "#shared/domains/catalog/index.js";
import { changePoints } from "#shared/domains/loyalty/index.js";
import { returnCoupon } from "#shared/domains/promotion/index.js";
import { clock } from "#shared/platform/clock.js";
import { announce } from "#shared/platform/events.js";
import { moveState } from "#shared/platform/states.js";
import { OrderModel, type OrderDoc } from "./order.model.js";
import { findOrderItems } from "./order.queries.js";
import { orderStates } from "./order.states.js";
import { logOrder, orderOperations } from "./orderLog.model.js";
import { stockRefOf } from "./stockRef.js";
import { tradeOrderCancelled } from "./trade.events.js";

/**
 * An unpaid order becomes cancelled and gives back what it held: stock, activity, coupon and points; in the caller's
 * transaction. False: it was not unpaid
 * any more, nothing is changed.
 */
export async function closeOrder(order: OrderDoc, by: "member" | "deadline"): Promise<boolean> {
  const { _id: orderId, memberId } = order;
  const moved = await moveState(OrderModel, orderStates, {
    where: { _id: orderId },
    from: 0,
    to: 40,
    set: { cancelAt: clock.now(), cancelType: by === "member" ? 30 : 10 },
  });
  if (!moved) return false;
  await releaseStock(stockRefOf(orderId), await findOrderItems(orderId));
  if (order.type !== 0) await releaseActivity(orderId);
  if (order.couponId !== null) await returnCoupon(orderId);
  if (order.usePoint > 0)
    await changePoints({ memberId, change: order.usePoint, bizType: 12, bizId: orderId, description: order.no });
  await announce(tradeOrderCancelled, { orderId, memberId });
  await logOrder({
    orderId,
    ...(by === "member" ? { userId: memberId, userType: 1 } : { userId: 0, userType: 0 }),
    beforeStatus: 0,
    afterStatus: 40,
    operateType: by === "member" ? orderOperations.cancelledByMember : orderOperations.cancelledBySystem,
    content: by === "member" ? "Cancelled by its member" : "Not paid in time",
  });
  return true;
}
