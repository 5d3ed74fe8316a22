import { z } from "zod";
import { defineEvent } from "#shared/kernel/queue/events.js";
import { Id } from "#shared/kernel/request/schemas.js";

/** Who reacts reads the amounts and the outcome from the rows. `appId` says whose payment it is. */
const OfApp = z.object({ payOrderId: Id, appId: Id });

/** A pay order is paid, by exactly one payment. */
export const payOrderPaid = defineEvent("pay.orderPaid", OfApp, { once: true });

/** A pay order expired unpaid and is closed; money that still lands is given back. */
export const payOrderClosed = defineEvent("pay.orderClosed", OfApp, { once: true });

const RefundEnded = OfApp.extend({ refundId: Id });
/** A refund that was asked for arrived. */
export const payRefundSucceeded = defineEvent("pay.refundSucceeded", RefundEnded, { once: true });
/** A refund that was asked for will not arrive: an operator must look. */
export const payRefundFailed = defineEvent("pay.refundFailed", RefundEnded, { once: true });
