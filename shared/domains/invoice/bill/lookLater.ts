import { clock, days, minutes, seconds } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import type { issueInvoiceJob, redInvoiceJob } from "../invoice.jobs.js";
import type { InvoiceDoc } from "../invoice.model.js";
import { findInvoice } from "../invoice.queries.js";
import { waitForOperator } from "./recordTrouble.js";

const FIRST_LOOK_MS = seconds(3);
const RAREST_LOOK_MS = minutes(10);
/** So long a provider may work on one. */
const PATIENCE_MS = days(1);

/** How long to wait before the next look: as long again as it took so far. Most are told by a callback before. */
export function nextLookMs({ sentAt }: { sentAt: Date | null }): number {
  const takenMs = sentAt ? clock.ms() - sentAt.getTime() : 0;
  return Math.min(Math.max(takenMs, FIRST_LOOK_MS), RAREST_LOOK_MS);
}

/**
 * The running job comes back after a while; at once, when the provider told something since `invoice` was read: its
 * callback may have been faster than this, and must not be put off.
 */
export async function lookLater(
  job: typeof issueInvoiceJob | typeof redInvoiceJob,
  invoice: InvoiceDoc,
  delayMs: number,
): Promise<void> {
  const { _id: invoiceId, toldAt } = invoice;
  const { sentAt } = invoice.bill.state === "issued" ? invoice.red : invoice.bill;
  if (sentAt && clock.ms() - sentAt.getTime() > PATIENCE_MS)
    return waitForOperator(invoice, "the e-invoice platform has not ended it for a day");
  await enqueue(job, { invoiceId }, { delayMs, replace: true });
  const now = await findInvoice(invoiceId);
  if (now && now.toldAt?.getTime() !== toldAt?.getTime()) await enqueue(job, { invoiceId }, { replace: true });
}
