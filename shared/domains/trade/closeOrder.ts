import { releaseActivity } from "#shared/domains/promotion/activity/index.js";
import { releaseStock } from "#shared/domains/catalog/index.js";
import { changePoints } from "#shared/domains/loyalty/index.js";
import { returnCoupon } from "#shared/domains/promotion/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { announce } from "#shared/kernel/queue/events.js";
import { cancelJob } from "#shared/kernel/outbox/cancel.js";
import { moveState } from "#shared/kernel/mongo/states.js";
import { OrderModel, type OrderDoc } from "./order.model.js";
import { orderStates, type CancelType } from "./order.states.js";
import { logOrder, orderOperations, type OrderLogDoc } from "./orderLog.model.js";
import { stockRefOf } from "./stockRef.js";
import { tradeOrderCancelled } from "./trade.events.js";
import { closeUnpaidOrderJob } from "./trade.jobs.js";

export type CancelledBy = "member" | "deadline" | { operatorId: number; reason: string };

/**
 * An unpaid order becomes cancelled and gives back what it held: stock, activity, coupon and points; in the caller's
 * transaction. False: it was not unpaid
 * any more, nothing is changed.
 */
export async function closeOrder(order: OrderDoc, by: CancelledBy): Promise<boolean> {
  const { _id: orderId, memberId } = order;
  const { cancelType, ...who } = closingBy(by, memberId);
  const moved = await moveState(OrderModel, orderStates, {
    where: { _id: orderId },
    from: 0,
    to: 40,
    set: { cancelAt: clock.now(), cancelType },
  });
  if (!moved) return false;
  await cancelJob(closeUnpaidOrderJob, { orderId });
  await releaseStock(stockRefOf(orderId));
  if (order.type !== 0) await releaseActivity(orderId);
  if (order.couponId !== null) await returnCoupon(orderId);
  if (order.usePoint > 0)
    await changePoints({ memberId, change: order.usePoint, bizType: 12, bizId: orderId, description: order.no });
  await announce(tradeOrderCancelled, { orderId, memberId });
  await logOrder({
    orderId,
    ...who,
    beforeStatus: 0,
    afterStatus: 40,
  });
  return true;
}

type Closing = Pick<OrderLogDoc, "userId" | "userType" | "operateType" | "content"> & { cancelType: CancelType };

/** What state and history say of who cancelled. */
function closingBy(by: CancelledBy, memberId: number): Closing {
  if (by === "member")
    return {
      cancelType: 30,
      userId: memberId,
      userType: 1,
      operateType: orderOperations.cancelledByMember,
      content: "Cancelled by its member",
    };
  if (by === "deadline")
    return {
      cancelType: 10,
      userId: 0,
      userType: 0,
      operateType: orderOperations.cancelledBySystem,
      content: "Not paid in time",
    };
  return {
    cancelType: 50,
    userId: by.operatorId,
    userType: 2,
    operateType: orderOperations.cancelledByOperator,
    content: `Cancelled by the shop: ${by.reason}`,
  };
}
