import { z } from "zod";
import { defineEvent } from "#shared/platform/events.js";
import { Id } from "#shared/platform/schemas.js";

/** A pay order is paid, by exactly one payment. `priceFen` came by the channel, `walletPartFen` from the wallet. */
export const payOrderPaid = defineEvent(
  "pay.orderPaid",
  z.object({
    payOrderId: Id,
    appId: Id,
    merchantOrderId: z.string(),
    priceFen: z.number().int(),
    walletPartFen: z.number().int(),
    channelCode: z.string(),
    /** Epoch ms. */
    paidAt: z.number().int(),
  }),
);

/** A pay order expired unpaid and is closed; money that still lands is given back. */
export const payOrderClosed = defineEvent(
  "pay.orderClosed",
  z.object({ payOrderId: Id, appId: Id, merchantOrderId: z.string() }),
);

const RefundEnded = z.object({
  refundId: Id,
  payOrderId: Id,
  appId: Id,
  merchantOrderId: z.string(),
  merchantRefundId: z.string(),
  refundFen: z.number().int(),
  walletRefundFen: z.number().int(),
});
/** A refund that was asked for arrived. */
export const payRefundSucceeded = defineEvent("pay.refundSucceeded", RefundEnded);
/** A refund that was asked for will not arrive: an operator must look. */
export const payRefundFailed = defineEvent("pay.refundFailed", RefundEnded);
