import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { InvoiceType, TitleType } from "../invoice.states.js";

/** A buyer for a member's invoices. Only types are checked here. */
export interface InvoiceTitleDoc {
  _id: number;
  memberId: number;
  invoiceType: InvoiceType;
  titleType: TitleType;
  title: string;
  taxNo: string;
  address: string;
  phone: string;
  bankAddress: string;
  bankNo: string;
  email: string;
  createdAt: Date;
}

const text = { type: String, default: "" };

export const InvoiceTitleModel = defineModel<InvoiceTitleDoc>(
  "invoiceTitles",
  {
    memberId: { type: Number, required: true },
    invoiceType: { type: Number, enum: Object.values(InvoiceType), required: true },
    titleType: { type: Number, enum: Object.values(TitleType), required: true },
    title: text,
    taxNo: text,
    address: text,
    phone: text,
    bankAddress: text,
    bankNo: text,
    email: text,
  },
  { indexes: [[{ memberId: 1, createdAt: -1, _id: -1 }]] },
);
