import { issueInvoice, issueInvoiceJob } from "#shared/domains/invoice/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(issueInvoiceJob, ({ invoiceId }, attempt) => issueInvoice(invoiceId, attempt));
