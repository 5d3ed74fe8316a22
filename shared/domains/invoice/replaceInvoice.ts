import { recordOperation } from "#shared/domains/audit/index.js";
import { findOrder, findOrderItems } from "#shared/domains/trade/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { clock } from "#shared/kernel/time/clock.js";
import { amountToInvoice } from "./amountToInvoice.js";
import { invoiceErrors } from "./invoice.errors.js";
import { issueInvoiceJob } from "./invoice.jobs.js";
import { InvoiceModel, type InvoiceDoc } from "./invoice.model.js";
import { getInvoice } from "./invoice.queries.js";
import { InvoiceMedium, InvoiceStatus } from "./invoice.states.js";
import { invoiceLines } from "./invoiceLines.js";
import { endInvoice } from "./voidInvoice.js";

/** What an operator may correct; the rest is the voided invoice's. */
type Correction = Partial<
  Pick<
    InvoiceDoc,
    "title" | "taxNo" | "address" | "phone" | "bankAddress" | "bankNo" | "email" | "mailingAddress" | "titleType"
  >
>;

/**
 * Voids an invoice and issues another over `priceFen` in its place, in the caller's transaction: an electronic one by a
 * red letter and a job, one on paper by an operator. Returns the new one's id. Throws LostRace.
 */
export async function replaceInvoice(
  invoice: InvoiceDoc,
  { priceFen, correction = {}, reason = "" }: { priceFen: number; correction?: Correction; reason?: string },
): Promise<number> {
  await endInvoice(invoice, { to: InvoiceStatus.voided, set: { voidedAt: clock.now(), voidReason: reason } });
  const { orderId, memberId, orderNo, type, invoiceType, titleType, title, taxNo } = invoice;
  const { address, phone, bankAddress, bankNo, email, mailingAddress } = invoice;
  const _id = await nextId("invoices");
  await InvoiceModel.create([
    {
      _id,
      orderId,
      liveOrderId: orderId,
      replacesId: invoice._id,
      memberId,
      orderNo,
      type,
      invoiceType,
      titleType,
      title,
      taxNo,
      address,
      phone,
      bankAddress,
      bankNo,
      email,
      mailingAddress,
      ...correction,
      status: InvoiceStatus.issuing,
      priceFen,
      lines: invoiceLines(await findOrderItems(orderId), priceFen),
    },
  ]);
  if (type === InvoiceMedium.electronic) await enqueue(issueInvoiceJob, { invoiceId: _id });
  return _id;
}

/**
 * An operator voids an issued invoice and has it issued anew over what is left of the order, with a corrected title where
 * one is given. Returns the new invoice's id. Throws InvoiceNotFound, NotIssued, OrderCancelled (nothing is left).
 */
export async function reissueInvoice(invoiceId: number, reason: string, correction: Correction): Promise<number> {
  return inTransaction(async () => {
    const invoice = await getInvoice(invoiceId);
    if (invoice.status !== InvoiceStatus.issued) throw invoiceErrors.NotIssued();
    const order = await findOrder(invoice.orderId);
    if (!order) throw invoiceErrors.InvoiceNotFound();
    const priceFen = await amountToInvoice(order);
    const id = await replaceInvoice(invoice, { priceFen, correction, reason });
    await recordOperation({
      module: "member",
      action: "invoice.reissue",
      bizId: invoiceId,
      before: { status: invoice.status, priceFen: invoice.priceFen, title: invoice.title },
      after: { status: InvoiceStatus.voided, reason, newId: id, priceFen, ...correction },
    });
    return id;
  });
}
