import { findPayOrder } from "#shared/domains/pay/index.js";
import { clock, hours } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { moveState } from "#shared/kernel/mongo/states.js";
import { PayAppId } from "#shared/domains/pay/channel/payApp.codes.js";
import { callbackUrl } from "./bill/callbackUrl.js";
import { redInvoiceJob } from "./invoice.jobs.js";
import { InvoiceModel, type InvoiceDoc } from "./invoice.model.js";
import { findInvoice } from "./invoice.queries.js";
import { invoiceStates, InvoiceStatus } from "./invoice.states.js";
import { recordTrouble, waitForOperator, type Try } from "./bill/recordTrouble.js";
import { platform } from "./bill/platform.js";
import { lookLater, nextLookMs } from "./bill/lookLater.js";
import { queryBill, settleBill } from "./bill/settleBill.js";

/** A payment was refunded: in full, the live invoice of its order is voided. One refunded in part stays. */
export async function voidRefunded(payOrderId: number): Promise<void> {
  const payment = await findPayOrder(payOrderId);
  if (payment?.appId !== PayAppId.mall) return;
  if (payment.refundFen + payment.walletRefundFen < payment.priceFen + payment.walletPartFen) return;
  await inTransaction(async () => {
    const liveOrderId = Number(payment.merchantOrderId);
    const invoice = await InvoiceModel.findOne({ liveOrderId }).lean<InvoiceDoc>();
    if (invoice) await endInvoice(invoice, { to: InvoiceStatus.voided, set: { voidedAt: clock.now() } });
  });
}

/**
 * Ends a live invoice, in the running transaction: its order is without one again. What the platform has, or may have,
 * gets a red letter. LostRace when it has just moved on.
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

/**
 * Has the red letter of an ended invoice made. Is it not known yet whether there is an invoice, that is asked first;
 * where none came about, nothing needs to be cancelled.
 */
export async function redInvoice(invoiceId: number, attempt: Try): Promise<void> {
  const invoice = await findInvoice(invoiceId);
  if (!invoice?.redDue || invoice.stuckAt) return;
  try {
    await advance(invoice);
  } catch (error) {
    await recordTrouble(invoice, invoice.bill.state === "issued" ? "red" : "bill", error, attempt);
  }
}

async function advance(invoice: InvoiceDoc): Promise<void> {
  const { _id: invoiceId, bill } = invoice;
  if (bill.state !== "issued") return settleFirst(invoice);
  const outcome = await settleBill(invoice, "red", (token, no) =>
    platform.orderRed(token, {
      no,
      sellerTaxNo: config.INVOICE_SELLER_TAX_NO,
      clerk: config.INVOICE_CLERK,
      invoiceNo: bill.invoiceNo ?? "",
      invoiceCode: bill.invoiceCode,
      serialNo: bill.serialNo,
      callbackUrl: callbackUrl(no),
    }),
  );
  const now = (await findInvoice(invoiceId))!;
  if (outcome === "waiting") await lookLater(redInvoiceJob, invoice, nextLookMs(now.red));
  else if (outcome === "failed") await waitForOperator(now, now.failReason);
  else await InvoiceModel.updateOne({ _id: invoiceId }, { $set: { redDue: false, failReason: "" } });
}

/** A call that was on its way when the invoice ended has arrived by then, or never will. */
const SURELY_ARRIVED_MS = hours(1);

/** The invoice was under way when it was ended. It is not sent any more: only what became of it is asked. */
async function settleFirst(invoice: InvoiceDoc): Promise<void> {
  const { _id: invoiceId, bill } = invoice;
  const outcome = bill.state === "sent" ? await queryBill(invoice, "bill") : "failed";
  const isLost = outcome === "unknown" && bill.sentAt && clock.ms() - bill.sentAt.getTime() > SURELY_ARRIVED_MS;
  if (outcome === "failed" || isLost) await InvoiceModel.updateOne({ _id: invoiceId }, { $set: { redDue: false } });
  else if (outcome === "issued") await enqueue(redInvoiceJob, { invoiceId }, { replace: true });
  else await lookLater(redInvoiceJob, invoice, nextLookMs(bill));
}
