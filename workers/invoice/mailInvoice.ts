import { mailInvoice, mailInvoiceJob } from "#shared/domains/invoice/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(mailInvoiceJob, ({ invoiceId }) => mailInvoice(invoiceId));
