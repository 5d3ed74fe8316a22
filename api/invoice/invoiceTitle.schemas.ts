import { z } from "zod";
import { longOf, LongId, optional } from "#api/http/fields.js";
import { printed } from "./invoice.fields.js";
import { InvoiceType, TitleType } from "#shared/domains/invoice/invoice.states.js";

/** Titles check types only (rules: Invoices). */
const Text = optional(printed(200));
/** In a change, null leaves a text unchanged and "" clears it. */
const NewText = printed(200).nullish();

export const InvoiceTitleCreateBody = z.object({
  invoiceType: optional(longOf(Object.values(InvoiceType))),
  title: Text,
  titleType: optional(longOf(Object.values(TitleType))),
  taxNo: Text,
  address: Text,
  phone: Text,
  bankAddress: Text,
  bankNo: Text,
  email: Text,
});
export const InvoiceTitleUpdateBody = z.object({
  id: LongId,
  title: NewText,
  titleType: optional(longOf(Object.values(TitleType))),
  taxNo: NewText,
  address: NewText,
  phone: NewText,
  bankAddress: NewText,
  bankNo: NewText,
});
export const InvoiceTitleListBody = z.object({ titleType: optional(longOf(Object.values(TitleType))) });
export const InvoiceTitleParams = z.object({ id: LongId });

const InvoiceTitleView = z.object({
  id: z.number(),
  title: z.string(),
  titleType: z.number(),
  taxNo: z.string(),
  address: z.string(),
  phone: z.string(),
  bankAddress: z.string(),
  bankNo: z.string(),
});
export type InvoiceTitleView = z.input<typeof InvoiceTitleView>;
export const InvoiceTitleLists = z.object({
  companyList: z.array(InvoiceTitleView),
  personList: z.array(InvoiceTitleView),
});
