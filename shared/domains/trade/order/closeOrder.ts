import { releaseActivity } from "#shared/domains/promotion/activity/index.js";
import { releaseStock } from "#shared/domains/catalog/index.js";
import { changePoints } from "#shared/domains/loyalty/index.js";
import { returnCoupon } from "#shared/domains/promotion/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { announce } from "#shared/kernel/queue/events.js";
import { cancelJob } from "#shared/kernel/outbox/cancel.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { UserType } from "#shared/kernel/kernel.codes.js";
import { PointBizType } from "#shared/domains/loyalty/loyalty.codes.js";
import { OrderModel, stockRefOf, type OrderDoc } from "./order.model.js";
import { CancelType, orderStates, OrderStatus, OrderType } from "./order.states.js";
import { OrderOperation } from "../log/log.codes.js";
import { logOrder, type OrderMove } from "../log/orderLog.model.js";
import { tradeOrderCancelled } from "../trade.events.js";
import { closeUnpaidOrderJob } from "../trade.jobs.js";

type CancelledBy = "member" | "deadline" | { operatorId: number; reason: string };

/**
 * Cancels an unpaid order and releases its stock, activity, coupon and points, in the caller's transaction. False: it
 * was no longer unpaid, and nothing is changed.
 */
export async function closeOrder(order: OrderDoc, by: CancelledBy): Promise<boolean> {
  const { _id: orderId, memberId } = order;
  const { cancelType, ...who } = closingBy(by, memberId);
  const moved = await moveState(OrderModel, orderStates, {
    where: { _id: orderId },
    from: OrderStatus.unpaid,
    to: OrderStatus.cancelled,
    set: { cancelAt: clock.now(), cancelType },
  });
  if (!moved) return false;
  await cancelJob(closeUnpaidOrderJob, { orderId });
  await releaseStock(stockRefOf(orderId), order.reserved);
  if (order.type !== OrderType.normal) await releaseActivity(orderId);
  if (order.couponId !== null) await returnCoupon(orderId);
  if (order.usePoint > 0)
    await changePoints({
      memberId,
      change: order.usePoint,
      bizType: PointBizType.returnedOrder,
      bizId: orderId,
      description: order.no,
    });
  await announce(tradeOrderCancelled, { orderId, memberId });
  await logOrder({
    orderId,
    ...who,
    beforeStatus: OrderStatus.unpaid,
    afterStatus: OrderStatus.cancelled,
  });
  return true;
}

type Closing = Pick<OrderMove, "userId" | "userType" | "operateType" | "what"> & { cancelType: CancelType };

/** The fields of order and log that say who cancelled. */
function closingBy(by: CancelledBy, memberId: number): Closing {
  if (by === "member")
    return {
      cancelType: CancelType.byMember,
      userId: memberId,
      userType: UserType.member,
      operateType: OrderOperation.cancelledByMember,
      what: { kind: "cancelledByMember" },
    };
  if (by === "deadline")
    return {
      cancelType: CancelType.overdue,
      userId: 0,
      userType: UserType.none,
      operateType: OrderOperation.cancelledBySystem,
      what: { kind: "notPaidInTime" },
    };
  return {
    cancelType: CancelType.byOperator,
    userId: by.operatorId,
    userType: UserType.operator,
    operateType: OrderOperation.cancelledByOperator,
    what: { kind: "cancelledByShop", reason: by.reason },
  };
}
