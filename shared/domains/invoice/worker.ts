/** For workers, which alone load it. */
export { mailInvoice } from "./mailInvoice.js";
export { lookAtLateBill } from "./bill/lookAtLateBill.js";
export { issueInvoice } from "./bill/issueInvoice.js";
export { redInvoice } from "./bill/redInvoice.js";
export { voidRefunded } from "./followRefund.js";
