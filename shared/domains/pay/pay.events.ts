import { z } from "zod";
import { defineEvent } from "#shared/kernel/queue/events.js";
import { Id } from "#shared/kernel/request/schemas.js";

/** Subscribers read amounts and outcome from the rows; `appId` lets them skip other apps' payments. */
const OfApp = z.object({ payOrderId: Id, appId: Id });

/** A pay order is paid, by exactly one payment. `merchantOrderId`: its order in the app. */
export const payOrderPaid = defineEvent("pay.orderPaid", OfApp.extend({ merchantOrderId: z.string().optional() }), {
  once: true,
});

/** A pay order expired unpaid and is closed; a payment that still arrives is refunded. */
export const payOrderClosed = defineEvent("pay.orderClosed", OfApp, { once: true });

const RefundEnded = OfApp.extend({ refundId: Id });
/** A requested refund succeeded. */
export const payRefundSucceeded = defineEvent("pay.refundSucceeded", RefundEnded, { once: true });
/** A requested refund failed for good: an operator must act. */
export const payRefundFailed = defineEvent("pay.refundFailed", RefundEnded, { once: true });
