import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { type BillState, billStates, InvoiceMedium, InvoiceStatus, InvoiceType, TitleType } from "./invoice.states.js";

/** A line of an invoice. The amount includes the tax; the two parts add up to it. */
export interface InvoiceLine {
  name: string;
  spec: string;
  unit: string;
  quantity: number;
  amountFen: number;
  /** Without tax. */
  netFen: number;
  taxFen: number;
  /** Percent. */
  taxRate: number;
}

/** An order at the e-invoice provider: the invoice, or the red letter that cancels it. */
interface Bill {
  /** Our number at the provider, one per try; a repeated one issues one bill. Null: not ordered. */
  no: string | null;
  state: BillState;
  /** Tries that failed at the provider so far. */
  failures: number;
  /** Their numbers, once another was ordered: the provider may issue one of them after all. Absent in old rows. */
  failedNos?: string[];
  /** The provider's own number. */
  serialNo: string | null;
  sentAt: Date | null;
  /** Fields of the issued invoice, from here on. */
  invoiceNo: string | null;
  invoiceCode: string | null;
  checkCode: string | null;
  issuedAt: Date | null;
}

/** The invoice itself, or the red letter that cancels it. */
export type WhichBill = "bill" | "red";

/** A member's application for an invoice; at most one live one per order, as `liveOrderId` is unique. */
export interface InvoiceDoc {
  _id: number;
  memberId: number;
  orderId: number;
  /** The order's id while the invoice is applied for, issuing or issued; then it is unset. */
  liveOrderId?: number;
  /** The order's number. */
  orderNo: string;
  status: InvoiceStatus;
  type: InvoiceMedium;
  invoiceType: InvoiceType;
  titleType: TitleType;
  title: string;
  taxNo: string;
  address: string;
  phone: string;
  bankAddress: string;
  bankNo: string;
  email: string;
  mailingAddress: string;
  priceFen: number;
  lines: InvoiceLine[];

  bill: Bill;
  /** The red letter of an ended invoice; state none if there is nothing to cancel. */
  red: Bill;
  /** A red letter is due once it is known that the invoice was issued. */
  redDue: boolean;
  /** When the provider's last callback came, which triggers a query. */
  toldAt: Date | null;
  /** The reason of the last failure, at the provider or with the file. */
  failReason: string;
  /** Since when it waits for an operator. */
  stuckAt: Date | null;
  /** The PDF in object storage. */
  fileKey: string | null;
  /** An address from an operator, instead of a stored file. */
  fileUrl: string | null;
  trackingNo: string | null;
  doneAt: Date | null;
  mailedAt: Date | null;
  rejectReason: string;
  voidedAt: Date | null;
  /** Why an operator voided it, to issue it anew. */
  voidReason?: string;
  /** The voided invoice of the same order whose place it takes; absent in old rows. */
  replacesId?: number | null;
  createdAt: Date;
  updatedAt: Date;
}

const text = { type: String, default: "" };
const maybeText = { type: String, default: null };
const maybeDate = { type: Date, default: null };
const bill = {
  no: maybeText,
  state: { type: String, enum: billStates, default: "none" },
  failures: { type: Number, default: 0 },
  failedNos: { type: [String], default: undefined },
  serialNo: maybeText,
  sentAt: maybeDate,
  invoiceNo: maybeText,
  invoiceCode: maybeText,
  checkCode: maybeText,
  issuedAt: maybeDate,
};

export const InvoiceModel = defineModel<InvoiceDoc>(
  "invoices",
  {
    memberId: { type: Number, required: true },
    orderId: { type: Number, required: true },
    liveOrderId: Number,
    orderNo: { type: String, required: true },
    status: { type: Number, enum: Object.values(InvoiceStatus), required: true },
    type: { type: Number, enum: Object.values(InvoiceMedium), required: true },
    invoiceType: { type: Number, enum: Object.values(InvoiceType), required: true },
    titleType: { type: Number, enum: Object.values(TitleType), required: true },
    title: text,
    taxNo: text,
    address: text,
    phone: text,
    bankAddress: text,
    bankNo: text,
    email: text,
    mailingAddress: text,
    priceFen: { type: Number, required: true },
    lines: {
      type: [
        {
          _id: false,
          name: String,
          spec: String,
          unit: String,
          quantity: Number,
          amountFen: Number,
          netFen: Number,
          taxFen: Number,
          taxRate: Number,
        },
      ],
      default: [],
    },
    bill,
    red: bill,
    redDue: { type: Boolean, default: false },
    toldAt: maybeDate,
    failReason: text,
    stuckAt: maybeDate,
    fileKey: maybeText,
    fileUrl: maybeText,
    trackingNo: maybeText,
    doneAt: maybeDate,
    mailedAt: maybeDate,
    rejectReason: text,
    voidedAt: maybeDate,
    voidReason: text,
    replacesId: { type: Number, default: null },
  },
  {
    claims: [{ fields: ["liveOrderId"] }],
    indexes: [
      [{ liveOrderId: 1 }, { sparse: true }],
      [{ orderId: 1 }],
      // The member's own list, newest first.
      [{ memberId: 1, status: 1, createdAt: -1, _id: -1 }],
      // By the provider's callback.
      [{ "bill.no": 1 }],
      [{ "red.no": 1 }],
      [{ "bill.failedNos": 1 }, { sparse: true }],
      [{ "red.failedNos": 1 }, { sparse: true }],
      // Operators' lists, newest first.
      [{ createdAt: -1, _id: -1 }],
      [{ status: 1, createdAt: -1, _id: -1 }],
      [{ stuckAt: 1, createdAt: -1, _id: -1 }],
      [{ title: 1, createdAt: -1, _id: -1 }],
      [{ orderNo: 1 }],
    ],
  },
);
