export { nuonuo } from "./nuonuo.js";
export { signCall, type SignedParts } from "./calls.js";
export {
  CallbackUnreadable,
  InvoiceRefused,
  type BillFound,
  type BillLine,
  type BillOrder,
  type InvoiceCredential,
  type InvoiceParty,
  type InvoicePlatform,
  type RedOrder,
} from "./port.js";
