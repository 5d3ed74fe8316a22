import { z } from "zod";
import { seconds } from "#shared/kernel/time/clock.js";
import { moved, once } from "#shared/kernel/queue/repeats.js";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

const Invoice = z.object({ invoiceId: Id });
const aboutInvoice = ({ invoiceId }: z.output<typeof Invoice>) => ({ invoiceId });
/**
 * Advances an electronic invoice: order at the provider, result, file. Idempotent: the provider issues one bill per
 * number, each step is a guarded write, and a finished or ended invoice is skipped. It schedules itself again while the
 * provider works.
 */
export const issueInvoiceJob = defineJob({
  name: "invoice.issueInvoice",
  needs: "invoice",
  queue: "invoice",
  v: 1,
  payload: Invoice,
  key: (p) => String(p.invoiceId),
  ignoresRepeats: moved(
    "an application begins it once; an operator takes one that no run has taken; callbacks, retries and looks move it",
  ),
  about: aboutInvoice,
  maxRunMs: seconds(60),
});

/** Issues the red letter of a voided invoice. Idempotent in the same way. */
export const redInvoiceJob = defineJob({
  name: "invoice.redInvoice",
  queue: "invoice",
  v: 1,
  payload: Invoice,
  key: (p) => String(p.invoiceId),
  ignoresRepeats: moved("an invoice ends once; callbacks, retries and looks move it"),
  about: aboutInvoice,
  maxRunMs: seconds(60),
});

/**
 * Queries a number again that had failed at the provider, after its callback. Idempotent: a guarded write takes it as the
 * invoice's own while no other is under way.
 */
export const lookAtLateBillJob = defineJob({
  name: "invoice.lookAtLateBill",
  queue: "invoice",
  v: 1,
  payload: Invoice.extend({ no: z.string() }),
  key: (p) => `${p.invoiceId}:${p.no}`,
  ignoresRepeats: moved("each callback moves it"),
  about: aboutInvoice,
  maxRunMs: seconds(60),
});

/**
 * Brings an order's live invoice to what refunds have left of the money (rules: Invoices). Idempotent: an invoice over
 * what is left stays as it is. It has no key, as a running job must not swallow a later one that sees newer rows.
 */
export const voidRefundedJob = defineJob({
  name: "invoice.voidRefunded",
  queue: "invoice",
  v: 1,
  payload: z.object({ payOrderId: Id }),
  about: (p) => ({ payOrderId: p.payOrderId }),
  maxRunMs: seconds(10),
});

/** Mails a finished electronic invoice. Idempotent: it is marked as mailed, and a copy has the same message id. */
export const mailInvoiceJob = defineJob({
  name: "invoice.mailInvoice",
  needs: "mail",
  queue: "mail",
  v: 1,
  payload: Invoice,
  key: (p) => String(p.invoiceId),
  ignoresRepeats: once("an invoice becomes issued once"),
  about: aboutInvoice,
  maxRunMs: seconds(40),
});
