import { z } from "zod";
import { defineEvent } from "#shared/kernel/queue/events.js";
import { Id } from "#shared/kernel/request/schemas.js";

const OrderOfMember = z.object({ orderId: Id, memberId: Id });

/** An order is placed and waits for payment. */
export const tradeOrderPlaced = defineEvent("trade.orderPlaced", OrderOfMember);
/** An order is paid: goods are to be shipped or picked up. */
export const tradeOrderPaid = defineEvent("trade.orderPaid", OrderOfMember);
/** An unpaid order is cancelled by its member, by an operator or at its deadline. */
export const tradeOrderCancelled = defineEvent("trade.orderCancelled", OrderOfMember);
/** An unpaid order's deadline has passed. Nothing is decided yet: the channels are queried first (rules: Orders). */
export const tradeOrderExpired = defineEvent("trade.orderExpired", z.object({ orderId: Id, payOrderId: Id }));
/** Money of an order went back, and the order and its items say so. */
export const tradeOrderRefunded = defineEvent("trade.orderRefunded", z.object({ orderId: Id, payOrderId: Id }));
