import { recordOperation } from "#shared/domains/audit/index.js";
import { refuseIfOff } from "#shared/kernel/config/providers.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { invoiceErrors } from "./invoice.errors.js";
import { issueInvoiceJob, mailInvoiceJob, redInvoiceJob } from "./invoice.jobs.js";
import { InvoiceModel, type InvoiceDoc } from "./invoice.model.js";
import { getInvoice } from "./invoice.queries.js";
import { InvoiceMedium, invoiceStates, InvoiceStatus } from "./invoice.states.js";
import { endInvoice } from "./voidInvoice.js";

/** An operator accepts an application: 1 -> 2; a job issues an electronic one. Throws InvoiceNotFound, NotApplied. */
export async function takeForIssue(invoiceId: number): Promise<true> {
  return inTransaction(async () => {
    const invoice = await getInvoice(invoiceId);
    const isTaken = await moveState(InvoiceModel, invoiceStates, {
      where: { _id: invoiceId },
      from: InvoiceStatus.applied,
      to: InvoiceStatus.issuing,
    });
    if (!isTaken) throw invoiceErrors.NotApplied();
    if (invoice.type === InvoiceMedium.electronic) await enqueue(issueInvoiceJob, { invoiceId });
    await record("issue", invoice, { status: InvoiceStatus.issuing });
    return true as const;
  });
}

interface InvoiceOutcome {
  trackingNo?: string | undefined;
  invoiceUrl?: string | undefined;
}

/**
 * An operator completes an invoice: 2 -> 3, a paper one with its tracking number (or an address), an electronic one
 * that was issued elsewhere with its file's address. Throws InvoiceNotFound, NotIssuing; AtPlatform while the provider
 * may still issue it.
 */
export async function finishInvoice(invoiceId: number, { trackingNo, invoiceUrl }: InvoiceOutcome): Promise<true> {
  return inTransaction(async () => {
    const invoice = await getInvoice(invoiceId);
    if (invoice.status !== InvoiceStatus.issuing) throw invoiceErrors.NotIssuing();
    if (invoice.bill.state === "sent") throw invoiceErrors.AtPlatform();
    const set = {
      trackingNo: trackingNo ?? null,
      fileUrl: invoiceUrl ?? null,
      doneAt: clock.now(),
      failReason: "",
      stuckAt: null,
    };
    const where = { _id: invoiceId, "bill.state": invoice.bill.state };
    if (
      !(await moveState(InvoiceModel, invoiceStates, {
        where,
        from: InvoiceStatus.issuing,
        to: InvoiceStatus.issued,
        set,
      }))
    )
      throw new LostRace(`invoice ${invoiceId}`);
    if (invoice.type === InvoiceMedium.electronic && invoice.email !== "") await enqueue(mailInvoiceJob, { invoiceId });
    await record("finish", invoice, { status: InvoiceStatus.issued, trackingNo, invoiceUrl });
    return true as const;
  });
}

/**
 * An operator rejects an application that is not completed; the member may apply again. An invoice that the provider
 * may have issued gets a red letter. Throws InvoiceNotFound, NotIssuing when it is completed or ended.
 */
export async function rejectInvoice(invoiceId: number, reason: string): Promise<true> {
  return inTransaction(async () => {
    const invoice = await getInvoice(invoiceId);
    if (invoice.status !== InvoiceStatus.applied && invoice.status !== InvoiceStatus.issuing)
      throw invoiceErrors.NotIssuing();
    await endInvoice(invoice, { to: InvoiceStatus.rejected, set: { rejectReason: reason } });
    await record("reject", invoice, { status: InvoiceStatus.rejected, reason });
    return true as const;
  });
}

/**
 * An operator retries a stuck electronic invoice, or its red letter. A bill that failed at the provider is ordered
 * anew, under another number. Throws InvoiceNotFound, NotWaiting, NotOffered.
 */
export async function retryInvoice(invoiceId: number): Promise<true> {
  refuseIfOff("invoice");
  return inTransaction(async () => {
    const invoice = await getInvoice(invoiceId);
    const which = invoice.redDue && invoice.bill.state === "issued" ? "red" : "bill";
    const { state, no } = invoice[which];
    const isFailed = state === "failed";
    const { modifiedCount } = await InvoiceModel.updateOne(
      { _id: invoiceId, [`${which}.state`]: state, stuckAt: { $ne: null } },
      {
        $set: {
          stuckAt: null,
          ...(isFailed ? { [`${which}.state`]: "none", [`${which}.no`]: null, [`${which}.sentAt`]: null } : {}),
        },
        ...(isFailed && no !== null ? { $addToSet: { [`${which}.failedNos`]: no } } : {}),
      },
    );
    if (modifiedCount === 0) throw invoiceErrors.NotWaiting();
    await enqueue(invoice.redDue ? redInvoiceJob : issueInvoiceJob, { invoiceId }, { replace: true });
    await record("retry", invoice, {});
    return true as const;
  });
}

async function record(action: string, invoice: InvoiceDoc, after: object): Promise<void> {
  await recordOperation({
    module: "member",
    action: `invoice.${action}`,
    bizId: invoice._id,
    before: { status: invoice.status, failReason: invoice.failReason },
    after,
  });
}
