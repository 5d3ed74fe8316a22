import { redInvoice, redInvoiceJob } from "#shared/domains/invoice/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(redInvoiceJob, ({ invoiceId }, attempt) => redInvoice(invoiceId, attempt));
