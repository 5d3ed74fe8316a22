import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { issueInvoiceJob, redInvoiceJob } from "../invoice.jobs.js";
import { InvoiceModel, type InvoiceDoc, type WhichBill } from "../invoice.model.js";
import { InvoiceStatus } from "../invoice.states.js";
import { failedNosOf } from "./failedNumbers.js";
import { provider, withToken } from "./invoiceProvider.js";

/**
 * Before another number is ordered: whether one that failed has been issued, or is being issued, after all. It is taken
 * then, and its job goes on with it.
 */
export async function findLateBill(invoice: InvoiceDoc, which: WhichBill): Promise<boolean> {
  for (const no of failedNosOf(invoice, which).toReversed()) {
    const found = await withToken((token) => provider.find(token, no));
    if (found && found.state !== "failed") return takeLateBill(invoice, which, no);
  }
  return false;
}

/** Goes on under a number that failed before. An invoice that was ended meanwhile gets its red letter. */
export async function takeLateBill({ _id }: InvoiceDoc, which: WhichBill, no: string): Promise<boolean> {
  return inTransaction(async () => {
    const isFree = { _id, [`${which}.state`]: { $in: ["none", "failed"] } };
    const set = { [`${which}.no`]: no, [`${which}.state`]: "sent", stuckAt: null, failReason: "" };
    const issuing = which === "bill" ? { status: InvoiceStatus.issuing } : { redDue: true };
    if ((await InvoiceModel.updateOne({ ...isFree, ...issuing }, { $set: set })).modifiedCount === 1) {
      await enqueue(which === "bill" ? issueInvoiceJob : redInvoiceJob, { invoiceId: _id }, { replace: true });
      return true;
    }
    if (which === "red") return false;
    const { modifiedCount } = await InvoiceModel.updateOne(
      { ...isFree, status: { $in: [InvoiceStatus.rejected, InvoiceStatus.voided] } },
      { $set: { ...set, redDue: true } },
    );
    if (modifiedCount === 1) await enqueue(redInvoiceJob, { invoiceId: _id }, { replace: true });
    return modifiedCount === 1;
  });
}
