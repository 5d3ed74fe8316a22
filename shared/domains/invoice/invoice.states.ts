import { defineStates } from "#shared/kernel/mongo/states.js";

/**
 * 1 applied, 2 issuing, 3 done (spec, States); 0 rejected, 4 voided as its order was refunded in full: for these two
 * the order is without an invoice again.
 */
export type InvoiceStatus = 0 | 1 | 2 | 3 | 4;
export const invoiceStates = defineStates<InvoiceStatus>("invoice", {
  0: [],
  1: [0, 2, 4],
  2: [0, 3, 4],
  3: [4],
  4: [],
});
export const liveStatuses = [1, 2, 3] as const;

/** Where a bill (the invoice, or the red letter that cancels it) stands at the e-invoice platform. */
export const billStates = ["none", "sent", "issued", "failed"] as const;
export type BillState = (typeof billStates)[number];

/** 1 ordinary, 2 special. */
export type InvoiceType = 1 | 2;
/** 1 personal, 2 company. */
export type TitleType = 1 | 2;
/** 1 paper, 2 electronic. */
export type InvoiceMedium = 1 | 2;
