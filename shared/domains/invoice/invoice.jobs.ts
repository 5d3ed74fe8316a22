import { z } from "zod";
import { seconds } from "#shared/kernel/time/clock.js";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

const Invoice = z.object({ invoiceId: Id });
const aboutInvoice = ({ invoiceId }: z.output<typeof Invoice>) => ({ invoiceId });
/** For about half an hour: 1 s, 2 s, 4 s, ... */

/**
 * Takes an electronic invoice one step further: to the provider, to its result, to its file. Twice is harmless: the
 * provider makes one bill of a number however often it is sent, each step is a guarded write, and a finished or ended
 * invoice is left alone. It comes back by itself while the provider works.
 */
export const issueInvoiceJob = defineJob({
  name: "invoice.issueInvoice",
  queue: "invoice",
  v: 1,
  payload: Invoice,
  key: (p) => String(p.invoiceId),
  about: aboutInvoice,
  maxRunMs: seconds(60),
});

/** Has the red letter of a voided invoice made. Twice is harmless in the same way. */
export const redInvoiceJob = defineJob({
  name: "invoice.redInvoice",
  queue: "invoice",
  v: 1,
  payload: Invoice,
  key: (p) => String(p.invoiceId),
  about: aboutInvoice,
  maxRunMs: seconds(60),
});

/**
 * Voids an order's live invoice when the payment is refunded in full. Twice is harmless: the invoice leaves its status
 * once. No key on purpose: one that runs must not swallow another that has more to see.
 */
export const voidRefundedJob = defineJob({
  name: "invoice.voidRefunded",
  queue: "invoice",
  v: 1,
  payload: z.object({ payOrderId: Id }),
  about: (p) => ({ payOrderId: p.payOrderId }),
  maxRunMs: seconds(10),
});

/** Mails a finished electronic invoice. Twice is harmless: it is noted as mailed, and a copy has the same message id. */
export const mailInvoiceJob = defineJob({
  name: "invoice.mailInvoice",
  queue: "mail",
  v: 1,
  payload: Invoice,
  key: (p) => String(p.invoiceId),
  about: aboutInvoice,
  maxRunMs: seconds(40),
});
