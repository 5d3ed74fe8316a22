import { LostRace } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { redInvoiceJob } from "./invoice.jobs.js";
import { InvoiceModel, type InvoiceDoc } from "./invoice.model.js";
import { invoiceStates, InvoiceStatus } from "./invoice.states.js";

/**
 * Ends a live invoice, in the caller's transaction, so that its order has none again. One that the provider may have
 * issued gets a red letter. Throws LostRace when its state has just changed.
 */
export async function endInvoice(
  invoice: InvoiceDoc,
  { to, set }: { to: typeof InvoiceStatus.rejected | typeof InvoiceStatus.voided; set: Partial<InvoiceDoc> },
): Promise<void> {
  const redDue = invoice.bill.state === "sent" || invoice.bill.state === "issued";
  const isEnded = await moveState(InvoiceModel, invoiceStates, {
    where: { _id: invoice._id, "bill.state": invoice.bill.state },
    from: invoice.status,
    to,
    set: { ...set, redDue, stuckAt: null },
  });
  if (!isEnded) throw new LostRace(`invoice ${invoice._id}`);
  await InvoiceModel.updateOne({ _id: invoice._id }, { $unset: { liveOrderId: 1 } });
  if (redDue) await enqueue(redInvoiceJob, { invoiceId: invoice._id });
}
