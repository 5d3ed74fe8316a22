import { InvoiceModel } from "./invoice.model.js";
import { InvoiceTitleModel } from "./title/invoiceTitle.model.js";
import { InvoiceStatus } from "./invoice.states.js";

/**
 * Erases data of a closed account, in the caller's transaction: titles, and the addresses of ended invoices. The buyer
 * on an invoice stays, for the books.
 */
export async function eraseInvoicing(memberId: number): Promise<void> {
  await InvoiceTitleModel.deleteMany({ memberId });
  await InvoiceModel.updateMany(
    { memberId, status: { $in: [InvoiceStatus.rejected, InvoiceStatus.issued, InvoiceStatus.voided] } },
    { $set: { email: "", mailingAddress: "" } },
  );
}
