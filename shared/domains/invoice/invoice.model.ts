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

/** Something that the e-invoice provider is asked to make: the invoice, or the red letter that cancels it. */
interface Bill {
  /** Our number there, one a try: sending it twice makes one bill. Null: nothing was asked for. */
  no: string | null;
  state: BillState;
  /** Tries that the provider ended as failed, so far. */
  failures: number;
  /** The provider's own number. */
  serialNo: string | null;
  sentAt: Date | null;
  /** Of the made invoice. */
  invoiceNo: string | null;
  invoiceCode: string | null;
  checkCode: string | null;
  issuedAt: Date | null;
}

/** What a member applied for. At most one live one an order: `liveOrderId` is unique. */
export interface InvoiceDoc {
  _id: number;
  memberId: number;
  orderId: number;
  /** The order's id as long as the invoice is applied for, issuing or done; then it goes. */
  liveOrderId?: number;
  /** Of the order. */
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
  /** The red letter of a voided one; its state is none where there is nothing to cancel. */
  red: Bill;
  /** The red letter is to be made, as soon as it is known whether there is an invoice. */
  redDue: boolean;
  /** The provider last told that something happened; it is asked then. */
  toldAt: Date | null;
  /** What went wrong last, at the provider or with the file. */
  failReason: string;
  /** It waits for an operator since then. */
  stuckAt: Date | null;
  /** The PDF in object storage. */
  fileKey: string | null;
  /** Instead of one, an address that an operator gave. */
  fileUrl: string | null;
  trackingNo: string | null;
  doneAt: Date | null;
  mailedAt: Date | null;
  rejectReason: string;
  voidedAt: Date | null;
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
  },
  {
    claims: [{ fields: ["liveOrderId"] }],
    indexes: [
      [{ liveOrderId: 1 }, { sparse: true }],
      [{ orderId: 1 }],
      // A member's own, newest first.
      [{ memberId: 1, status: 1, createdAt: -1, _id: -1 }],
      // By the provider's callback.
      [{ "bill.no": 1 }],
      [{ "red.no": 1 }],
      // Operators' lists, newest first.
      [{ createdAt: -1, _id: -1 }],
      [{ status: 1, createdAt: -1, _id: -1 }],
      [{ stuckAt: 1, createdAt: -1 }],
      [{ title: 1, createdAt: -1 }],
      [{ orderNo: 1 }],
    ],
  },
);
