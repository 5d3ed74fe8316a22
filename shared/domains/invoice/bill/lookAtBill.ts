import { clock } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { issueInvoiceJob, redInvoiceJob } from "../invoice.jobs.js";
import { InvoiceModel, type InvoiceDoc } from "../invoice.model.js";

/** The provider told that something happened to a number: it is asked now. A number that is not ours is none of ours. */
export async function lookAtBill(no: string): Promise<void> {
  const invoice = await InvoiceModel.findOne(
    { $or: [{ "bill.no": no }, { "red.no": no }] },
    { _id: 1, redDue: 1 },
  ).lean<Pick<InvoiceDoc, "_id" | "redDue">>();
  if (!invoice) return;
  // Without a transaction: many copies may come at once, and one that is lost is made good by the next look.
  await InvoiceModel.updateOne({ _id: invoice._id }, { $set: { toldAt: clock.now() } });
  // The provider was away for too long, and is back: nobody has to act any more.
  await InvoiceModel.updateOne(
    { _id: invoice._id, stuckAt: { $ne: null }, $or: [{ "bill.state": "sent" }, { "red.state": "sent" }] },
    { $set: { stuckAt: null } },
  );
  await enqueue(invoice.redDue ? redInvoiceJob : issueInvoiceJob, { invoiceId: invoice._id }, { replace: true });
}
