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
const Logged = z.object({ operation: z.number().int(), at: z.number().int() });
/** Something happened to an order, as its log says (OrderOperation). `at`: when, epoch ms. */
export const tradeOrderLogged = defineEvent("trade.orderLogged", Logged.extend({ orderId: Id }), { once: true });
/** The same of an after-sale (AfterSaleOperation). */
export const tradeAfterSaleLogged = defineEvent("trade.afterSaleLogged", Logged.extend({ afterSaleId: Id }), {
  once: true,
});
/** A parcel was signed for; told once. */
export const tradeParcelSigned = defineEvent("trade.parcelSigned", z.object({ parcelId: Id, at: z.number().int() }), {
  once: true,
});
/** Money of an order went back, and the order and its items say so. */
export const tradeOrderRefunded = defineEvent("trade.orderRefunded", z.object({ orderId: Id, payOrderId: Id }));
