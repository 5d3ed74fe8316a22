import { clock } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { issueInvoiceJob, lookAtLateBillJob, redInvoiceJob } from "../invoice.jobs.js";
import { InvoiceModel, type InvoiceDoc } from "../invoice.model.js";
import { whichFailed } from "./failedNumbers.js";

/** Queries the provider at once after its callback about a number. Unknown numbers are ignored. */
export async function lookAtBill(no: string): Promise<void> {
  const invoice = await InvoiceModel.findOne({
    $or: [{ "bill.no": no }, { "red.no": no }, { "bill.failedNos": no }, { "red.failedNos": no }],
  }).lean<InvoiceDoc>();
  if (!invoice) return;
  if (whichFailed(invoice, no)) {
    await enqueue(lookAtLateBillJob, { invoiceId: invoice._id, no }, { replace: true });
    return;
  }
  // No transaction, as many copies may arrive at once; a lost one is made up for by the next scheduled query.
  await InvoiceModel.updateOne({ _id: invoice._id }, { $set: { toldAt: clock.now() } });
  // The provider was unreachable for too long and has recovered, so no operator has to act any more.
  await InvoiceModel.updateOne(
    { _id: invoice._id, stuckAt: { $ne: null }, $or: [{ "bill.state": "sent" }, { "red.state": "sent" }] },
    { $set: { stuckAt: null } },
  );
  await enqueue(invoice.redDue ? redInvoiceJob : issueInvoiceJob, { invoiceId: invoice._id }, { replace: true });
}
