/** The seller or the buyer, as printed on the invoice. */
export interface InvoiceParty {
  name: string;
  taxNo: string;
  address: string;
  phone: string;
  bank: string;
  bankNo: string;
}

/** Amounts in fen; the amount includes the tax. */
export interface BillLine {
  name: string;
  spec: string;
  unit: string;
  quantity: number;
  amountFen: number;
  netFen: number;
  taxFen: number;
  /** Percent. */
  taxRate: number;
}

/** An invoice to be issued. `no` is our own number: sent twice, it is issued once. */
export interface BillOrder {
  no: string;
  kind: "ordinary" | "special";
  seller: InvoiceParty;
  buyer: InvoiceParty;
  clerk: string;
  /** 19 digits; the invoice prints its short name before the name of each line. */
  goodsTaxCode: string;
  lines: BillLine[];
  remark: string;
  orderedAt: Date;
  callbackUrl: string;
}

/** A red letter, which cancels a whole invoice. `no` is our own number again. */
interface RedOrder {
  no: string;
  sellerTaxNo: string;
  clerk: string;
  /** The number of the invoice that it cancels. */
  invoiceNo: string;
  invoiceCode: string | null;
  serialNo: string | null;
  callbackUrl: string;
}

/** The state of an order at the provider. */
export interface BillFound {
  state: "issuing" | "issued" | "failed";
  serialNo: string;
  /** The whole amount with tax, of a red letter without its sign; null while the provider does not report it. */
  amountFen: number | null;
  invoiceNo: string | null;
  /** Only invoices of the older kind have one. */
  invoiceCode: string | null;
  checkCode: string | null;
  issuedAt: Date | null;
  /** Why it failed. */
  reason: string;
}

export interface InvoiceCredential {
  value: string;
  expiresInSeconds: number;
}

/** token: the access token is invalid, a new one will do. duplicate: the number is known there. refused: anything else. */
export type InvoiceRefusalKind = "token" | "duplicate" | "refused";

/** The provider refused, with a code. */
export class InvoiceRefused extends Error {
  readonly kind: InvoiceRefusalKind;
  readonly code: string;
  constructor(kind: InvoiceRefusalKind, code: string, message: string) {
    super(`${code} ${message}`.trim());
    this.kind = kind;
    this.code = code;
  }
}

/** A callback in an unexpected format. */
export class CallbackUnreadable extends Error {}

/**
 * A provider that issues e-invoices asynchronously: it accepts an order, whose result is queried or reported by a callback.
 * Calls throw InvoiceRefused for a refusal, OutboundFailed without a proper response (it may have acted), TooManyCalls when
 * it limits our calls.
 */
export interface InvoiceClient {
  isConfigured(): boolean;
  /** Valid for a day; the provider issues few, so it is stored. */
  accessToken(): Promise<InvoiceCredential>;
  /** Returns the provider's number. A known number is InvoiceRefused `duplicate`. */
  order(token: string, order: BillOrder): Promise<string>;
  orderRed(token: string, order: RedOrder): Promise<string>;
  /** Undefined: the provider does not know the number. */
  find(token: string, no: string): Promise<BillFound | undefined>;
}
