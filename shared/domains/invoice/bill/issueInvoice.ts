import { provider, seller } from "./invoiceProvider.js";
import { config } from "#shared/kernel/config/config.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { callbackUrl } from "./receiveCallback.js";
import { fileInvoice } from "../fileInvoice.js";
import { issueInvoiceJob } from "../invoice.jobs.js";
import { InvoiceModel, type InvoiceDoc } from "../invoice.model.js";
import { InvoiceMedium, invoiceStates, InvoiceStatus, InvoiceType } from "../invoice.states.js";
import { findInvoice } from "../invoice.queries.js";
import { recordTrouble, waitForOperator, type Try } from "./recordTrouble.js";
import { lookLater, nextLookMs } from "./lookLater.js";
import { settleBill } from "./settleBill.js";

/**
 * Advances an electronic invoice as far as possible: 1 -> 2, order at the provider, its result, the file, 2 -> 3. While
 * the provider works the job is scheduled again. An invoice that keeps failing waits for an operator, with the reason.
 */
export async function issueInvoice(invoiceId: number, attempt: Try): Promise<void> {
  const invoice = await takeInvoice(invoiceId);
  if (!invoice) return;
  try {
    await advance(invoice);
  } catch (error) {
    await recordTrouble(invoice, "bill", error, attempt);
  }
}

/** The invoice, if it is electronic, being issued and not stuck. */
async function takeInvoice(invoiceId: number): Promise<InvoiceDoc | undefined> {
  await moveState(InvoiceModel, invoiceStates, {
    where: { _id: invoiceId, type: InvoiceMedium.electronic, stuckAt: null },
    from: InvoiceStatus.applied,
    to: InvoiceStatus.issuing,
  });
  const invoice = await findInvoice(invoiceId);
  return invoice?.type === InvoiceMedium.electronic && invoice.status === InvoiceStatus.issuing && !invoice.stuckAt
    ? invoice
    : undefined;
}

async function advance(invoice: InvoiceDoc): Promise<void> {
  if (!provider.isConfigured()) return waitForOperator(invoice, "no e-invoice provider is set up");
  const outcome = await settleBill(invoice, "bill", (token, no) =>
    provider.order(token, {
      no,
      kind: invoice.invoiceType === InvoiceType.special ? "special" : "ordinary",
      seller: seller(),
      buyer: {
        name: invoice.title,
        taxNo: invoice.taxNo,
        address: invoice.address,
        phone: invoice.phone,
        bank: invoice.bankAddress,
        bankNo: invoice.bankNo,
      },
      clerk: config.INVOICE_CLERK,
      goodsTaxCode: config.INVOICE_GOODS_TAX_CODE,
      lines: invoice.lines,
      remark: `订单号：${invoice.orderNo}`,
      orderedAt: invoice.createdAt,
      callbackUrl: callbackUrl(no),
    }),
  );
  const now = (await findInvoice(invoice._id))!;
  if (outcome === "waiting") await lookLater(issueInvoiceJob, invoice, nextLookMs(now.bill));
  else if (outcome === "failed") await waitForOperator(now, now.failReason);
  else await fileInvoice(now);
}
