import {
  issueInvoiceJob,
  lookAtLateBillJob,
  redInvoiceJob,
  voidRefundedJob,
  mailInvoiceJob,
} from "#shared/domains/invoice/invoice.jobs.js";
import { issueInvoice, lookAtLateBill, mailInvoice, redInvoice, voidRefunded } from "#shared/domains/invoice/worker.js";
import { processor, type Processor } from "./runtime/processor.js";

export default [
  processor(issueInvoiceJob, ({ invoiceId }, attempt) => issueInvoice(invoiceId, attempt)),
  processor(redInvoiceJob, ({ invoiceId }, attempt) => redInvoice(invoiceId, attempt)),
  processor(lookAtLateBillJob, ({ invoiceId, no }) => lookAtLateBill(invoiceId, no)),
  processor(voidRefundedJob, ({ payOrderId }) => voidRefunded(payOrderId)),
  processor(mailInvoiceJob, ({ invoiceId }) => mailInvoice(invoiceId)),
] satisfies Processor[];
