import { clock, days, minutes, seconds } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import type { issueInvoiceJob, redInvoiceJob } from "../invoice.jobs.js";
import type { InvoiceDoc } from "../invoice.model.js";
import { findInvoice } from "../invoice.queries.js";
import { waitForOperator } from "./recordTrouble.js";

const FIRST_LOOK_MS = seconds(3);
const RAREST_LOOK_MS = minutes(10);
/** How long the provider may work on a bill. */
const PROVIDER_TIMEOUT_MS = days(1);

/** The delay before the next query: as long as it has taken so far. Mostly a callback comes before that. */
export function nextLookMs({ sentAt }: { sentAt: Date | null }): number {
  const takenMs = sentAt ? clock.ms() - sentAt.getTime() : 0;
  return Math.min(Math.max(takenMs, FIRST_LOOK_MS), RAREST_LOOK_MS);
}

/**
 * Schedules the running job again; at once, when a callback has arrived since `invoice` was read, as this must not
 * delay it.
 */
export async function lookLater(
  job: typeof issueInvoiceJob | typeof redInvoiceJob,
  invoice: InvoiceDoc,
  delayMs: number,
): Promise<void> {
  const { _id: invoiceId, toldAt } = invoice;
  const { sentAt } = invoice.bill.state === "issued" ? invoice.red : invoice.bill;
  if (sentAt && clock.ms() - sentAt.getTime() > PROVIDER_TIMEOUT_MS)
    return waitForOperator(invoice, "the e-invoice provider has not finished it within a day");
  await enqueue(job, { invoiceId }, { delayMs, replace: true });
  const now = await findInvoice(invoiceId);
  if (now && now.toldAt?.getTime() !== toldAt?.getTime()) await enqueue(job, { invoiceId }, { replace: true });
}
