/** What workers may use, and what only they load. */
export { mailInvoice } from "./mailInvoice.js";
