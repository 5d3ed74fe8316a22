import { clock, hours } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { callbackUrl } from "./receiveCallback.js";
import { redInvoiceJob } from "../invoice.jobs.js";
import { InvoiceModel, type InvoiceDoc } from "../invoice.model.js";
import { findInvoice } from "../invoice.queries.js";
import { recordTrouble, waitForOperator, type Try } from "./recordTrouble.js";
import { provider } from "./invoiceProvider.js";
import { lookLater, nextLookMs } from "./lookLater.js";
import { queryBill, settleBill } from "./settleBill.js";

/**
 * Issues the red letter of an ended invoice. If it is not known yet whether the invoice exists, that is queried first;
 * if it was never issued, nothing needs to be cancelled.
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
  // It was issued while the shop had a provider; an operator must cancel it elsewhere, or switch the provider on.
  if (!provider.isConfigured()) return waitForOperator(invoice, "no e-invoice provider is set up");
  if (bill.state !== "issued") return settleFirst(invoice);
  const outcome = await settleBill(invoice, "red", (token, no) =>
    provider.orderRed(token, {
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

/** After this a call that was under way when the invoice ended has arrived, or never will. */
const SURELY_ARRIVED_MS = hours(1);

/** For an invoice that was ended while under way: it is not sent any more, only queried. */
async function settleFirst(invoice: InvoiceDoc): Promise<void> {
  const { _id: invoiceId, bill } = invoice;
  const outcome = bill.state === "sent" ? await queryBill(invoice, "bill") : "failed";
  const isLost = outcome === "unknown" && bill.sentAt && clock.ms() - bill.sentAt.getTime() > SURELY_ARRIVED_MS;
  if (outcome === "failed" || isLost) await InvoiceModel.updateOne({ _id: invoiceId }, { $set: { redDue: false } });
  else if (outcome === "issued") await enqueue(redInvoiceJob, { invoiceId }, { replace: true });
  else await lookLater(redInvoiceJob, invoice, nextLookMs(bill));
}
