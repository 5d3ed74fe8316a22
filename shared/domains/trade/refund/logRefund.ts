import { UserType } from "#shared/kernel/kernel.codes.js";
import type { OrderDoc } from "../order/order.model.js";
import { OrderOperation } from "../log/log.codes.js";
import { logOrder } from "../log/orderLog.model.js";
import type { OrderRefundDoc } from "./orderRefund.model.js";
import { OrderStatus } from "../order/order.states.js";

/** Logs a refund under the operator who started it, or the system. */
export async function logRefund(order: OrderDoc, refund: OrderRefundDoc, isWhole: boolean): Promise<void> {
  const { refundFen, operatorId } = refund;
  await logOrder({
    orderId: order._id,
    userId: operatorId ?? 0,
    userType: operatorId === null ? UserType.none : UserType.operator,
    beforeStatus: order.status,
    afterStatus: isWhole ? OrderStatus.cancelled : order.status,
    operateType: isWhole ? OrderOperation.cancelledByRefund : OrderOperation.refundedInPart,
    what: { kind: "orderRefunded", refundFen, allFen: order.refundPriceFen + refundFen },
  });
}

/** Logs that the member cancelled a free order before it was shipped. */
export async function logTakenBack({ _id: orderId, memberId, status }: OrderDoc): Promise<void> {
  await logOrder({
    orderId,
    userId: memberId,
    userType: UserType.member,
    beforeStatus: status,
    afterStatus: OrderStatus.cancelled,
    operateType: OrderOperation.cancelledByMember,
    what: { kind: "cancelledByMember" },
  });
}
