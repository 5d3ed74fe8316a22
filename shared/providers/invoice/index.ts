export { numberOfCallback } from "./verifier.js";
export {
  CallbackUnreadable,
  InvoiceRefused,
  type BillFound,
  type BillLine,
  type BillOrder,
  type InvoiceCredential,
  type InvoiceParty,
  type InvoiceClient,
  type RedOrder,
} from "./port.js";
