import { InvoiceModel } from "./invoice.model.js";
import { InvoiceTitleModel } from "./title/invoiceTitle.model.js";
import { InvoiceStatus } from "./invoice.states.js";

/**
 * A member has left, in the running transaction: the titles go, and of invoices that are done or ended where they were
 * sent. Whom an invoice was made out to stays, for the books.
 */
export async function eraseInvoicing(memberId: number): Promise<void> {
  await InvoiceTitleModel.deleteMany({ memberId });
  await InvoiceModel.updateMany(
    { memberId, status: { $in: [InvoiceStatus.rejected, InvoiceStatus.issued, InvoiceStatus.voided] } },
    { $set: { email: "", mailingAddress: "" } },
  );
}
