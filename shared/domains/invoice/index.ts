export { invoiceErrors } from "./invoice.errors.js";
export { issueInvoiceJob, mailInvoiceJob, redInvoiceJob, voidRefundedJob } from "./invoice.jobs.js";
export {
  liveStatuses,
  type InvoiceMedium,
  type InvoiceStatus,
  type InvoiceType,
  type TitleType,
} from "./invoice.states.js";
export { InvoiceModel, type Bill, type InvoiceDoc, type InvoiceLine } from "./invoice.model.js";
export { InvoiceTitleModel, type InvoiceTitleDoc } from "./invoiceTitle.model.js";
export {
  createInvoiceTitle,
  deleteInvoiceTitle,
  listInvoiceTitles,
  updateInvoiceTitle,
  type InvoiceTitleInput,
} from "./changeInvoiceTitle.js";
export { eraseInvoicing } from "./eraseInvoicing.js";
export { applyForInvoice, type InvoiceApplication } from "./applyForInvoice.js";
export {
  findInvoice,
  findInvoicedOrders,
  findOrdersToInvoice,
  getInvoice,
  type InvoicedOrder,
} from "./invoice.queries.js";
export { eachInvoice, searchInvoices, type InvoiceSearch } from "./invoice.search.js";
export { issueInvoice, lookAtBill } from "./issueInvoice.js";
export { receiveInvoiceCallback } from "./receiveCallback.js";
export { redInvoice, voidRefunded } from "./voidInvoice.js";
export { mailInvoice } from "./mailInvoice.js";
export {
  isSignedFor,
  openAnyInvoiceFile,
  openInvoiceFile,
  shownFileUrl,
  signedFileUrl,
  type InvoiceFile,
} from "./invoiceFile.js";
export { finishInvoice, rejectInvoice, retryInvoice, takeForIssue, type InvoiceOutcome } from "./handleInvoice.js";
export { netAndTax } from "./invoiceLines.js";
export { invoicesOfNumber, subjectsOfInvoices } from "./invoice.subjects.js";
