import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { putObject } from "#shared/kernel/storage/storage.js";
import { mailInvoiceJob } from "./invoice.jobs.js";
import { InvoiceModel, type InvoiceDoc } from "./invoice.model.js";
import { invoiceStates, InvoiceStatus } from "./invoice.states.js";
import { FileTrouble } from "./bill/recordTrouble.js";
import { seller } from "./bill/invoiceProvider.js";

/**
 * Draws an issued invoice, stores the file and completes it: 2 -> 3, then enqueues its mail. A second run writes the
 * same file under the same key. An invoice that was voided meanwhile stays voided.
 */
export async function fileInvoice(invoice: InvoiceDoc): Promise<void> {
  const { _id, bill } = invoice;
  const fileKey = `invoices/${_id}/${bill.no}.pdf`;
  try {
    // Loaded at a worker's first invoice, as the font takes memory.
    const { drawInvoice } = await import("./pdf/drawInvoice.js");
    await putObject(fileKey, await drawInvoice(invoice, seller()), "application/pdf");
  } catch (error) {
    throw new FileTrouble(`the file was not stored: ${error instanceof Error ? error.message : String(error)}`);
  }
  await inTransaction(async () => {
    const isDone = await moveState(InvoiceModel, invoiceStates, {
      where: { _id },
      from: InvoiceStatus.issuing,
      to: InvoiceStatus.issued,
      set: { fileKey, doneAt: clock.now(), failReason: "", stuckAt: null },
    });
    if (isDone && invoice.email !== "") await enqueue(mailInvoiceJob, { invoiceId: _id });
  });
}
