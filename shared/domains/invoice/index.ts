export type { InvoiceDoc } from "./invoice.model.js";
export type { InvoiceTitleDoc } from "./title/invoiceTitle.model.js";
export {
  createInvoiceTitle,
  deleteInvoiceTitle,
  listInvoiceTitles,
  updateInvoiceTitle,
} from "./title/changeInvoiceTitle.js";
export { isDrawable } from "./drawable.js";
export { eraseInvoicing } from "./eraseInvoicing.js";
export { applyForInvoice } from "./applyForInvoice.js";
export { findInvoicedOrders, findOrdersToInvoice, getInvoice, type InvoicedOrder } from "./invoice.queries.js";
export { eachInvoice, pageInvoices } from "./pageInvoices.js";
export { receiveInvoiceCallback } from "./bill/receiveCallback.js";
export { isSignedFor, openAnyInvoiceFile, openInvoiceFile, shownFileUrl, signedFileUrl } from "./invoiceFile.js";
export { finishInvoice, rejectInvoice, retryInvoice, takeForIssue } from "./handleInvoice.js";
export { reissueInvoice } from "./replaceInvoice.js";
export { invoicesOfNumber, subjectsOfInvoices } from "./invoice.subjects.js";
export { searchInvoices } from "./searchInvoices.js";
