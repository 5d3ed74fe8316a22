import { defineStates } from "#shared/kernel/mongo/states.js";

/**
 * rules: Invoices. `voided`: its order was refunded in full. After `voided` and `rejected` the order has no invoice
 * again.
 */
export const InvoiceStatus = { rejected: 0, applied: 1, issuing: 2, issued: 3, voided: 4 } as const;
export type InvoiceStatus = (typeof InvoiceStatus)[keyof typeof InvoiceStatus];
export const invoiceStates = defineStates<InvoiceStatus>("invoice", {
  [InvoiceStatus.rejected]: [],
  [InvoiceStatus.applied]: [InvoiceStatus.rejected, InvoiceStatus.issuing, InvoiceStatus.voided],
  [InvoiceStatus.issuing]: [InvoiceStatus.rejected, InvoiceStatus.issued, InvoiceStatus.voided],
  [InvoiceStatus.issued]: [InvoiceStatus.voided],
  [InvoiceStatus.voided]: [],
});
export const liveStatuses = [InvoiceStatus.applied, InvoiceStatus.issuing, InvoiceStatus.issued] as const;

/** The state of a bill (the invoice, or the red letter that cancels it) at the e-invoice provider. */
export const billStates = ["none", "sent", "issued", "failed"] as const;
export type BillState = (typeof billStates)[number];

export const InvoiceType = { ordinary: 1, special: 2 } as const;
export type InvoiceType = (typeof InvoiceType)[keyof typeof InvoiceType];

export const TitleType = { personal: 1, company: 2 } as const;
export type TitleType = (typeof TitleType)[keyof typeof TitleType];

export const InvoiceMedium = { paper: 1, electronic: 2 } as const;
export type InvoiceMedium = (typeof InvoiceMedium)[keyof typeof InvoiceMedium];

/** The requested list: orders that may be invoiced, or invoiced ones. */
export const InvoiceTab = { toInvoice: 1, invoiced: 2 } as const;
export type InvoiceTab = (typeof InvoiceTab)[keyof typeof InvoiceTab];
