/** Who sells or buys, as it stands on the invoice. */
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

/** An invoice to be made. `no` is our own number: sent twice, it is made once. */
export interface BillOrder {
  no: string;
  kind: "ordinary" | "special";
  seller: InvoiceParty;
  buyer: InvoiceParty;
  clerk: string;
  /** Of the goods: 19 digits, and the short name that stands before each line's. */
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
  /** Of the invoice that it cancels. */
  invoiceNo: string;
  invoiceCode: string | null;
  serialNo: string | null;
  callbackUrl: string;
}

/** What became of a number. */
export interface BillFound {
  state: "issuing" | "issued" | "failed";
  serialNo: string;
  /** The whole amount with tax, of a red letter without its sign; null while it is not told. */
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

/** token: the access token is no good, another will do. duplicate: the number is known there. refused: anything else. */
export type InvoiceRefusalKind = "token" | "duplicate" | "refused";

/** The provider said no by its code. */
export class InvoiceRefused extends Error {
  readonly kind: InvoiceRefusalKind;
  readonly code: string;
  constructor(kind: InvoiceRefusalKind, code: string, message: string) {
    super(`${code} ${message}`.trim());
    this.kind = kind;
    this.code = code;
  }
}

/** A callback of another form. */
export class CallbackUnreadable extends Error {}

/**
 * A provider that makes e-invoices for us. It works on its own: an order is only taken, what became of it is asked for,
 * or told by a callback. Calls throw InvoiceRefused for a no, OutboundFailed without a proper answer (it may have acted),
 * TooManyCalls when it wants rest.
 */
export interface InvoiceClient {
  isConfigured(): boolean;
  /** Good for a day; the provider gives few, so it is kept. */
  accessToken(): Promise<InvoiceCredential>;
  /** Answers the provider's number. A known number is InvoiceRefused `duplicate`. */
  order(token: string, order: BillOrder): Promise<string>;
  orderRed(token: string, order: RedOrder): Promise<string>;
  /** Undefined: the provider never heard of the number. */
  find(token: string, no: string): Promise<BillFound | undefined>;
}
