import { z } from "zod";
import { DateRange, longOf, LongId, optional, pageInput, pageOf, QueryBoolean, text, Time } from "#api/http/fields.js";
import { UserInShort } from "#api/member/memberInShort.js";
import { printed } from "./invoice.fields.js";
import { InvoiceMedium, InvoiceStatus, InvoiceType, TitleType } from "#shared/domains/invoice/invoice.states.js";

export const InvoicePageQuery = pageInput({
  status: optional(longOf(Object.values(InvoiceStatus))),
  type: optional(longOf(Object.values(InvoiceMedium))),
  invoiceType: optional(longOf(Object.values(InvoiceType))),
  tradeOrderId: optional(LongId),
  /** The complete order number. */
  orderNo: optional(text(64)),
  userId: optional(LongId),
  /** The complete title. */
  title: optional(text(100)),
  /** true: those that wait for an operator because the provider or the file failed. */
  waiting: optional(QueryBoolean),
  createTime: DateRange,
});

export const InvoiceView = z.object({
  id: z.number(),
  userId: z.number(),
  user: UserInShort,
  tradeOrderId: z.number(),
  orderNo: z.string(),
  /** 0 rejected, 1 applied, 2 issuing, 3 done, 4 voided. */
  status: z.number(),
  type: z.number(),
  invoiceType: z.number(),
  titleType: z.number(),
  title: z.string(),
  taxNo: z.string(),
  address: z.string(),
  phone: z.string(),
  bankAddress: z.string(),
  bankNo: z.string(),
  email: z.string(),
  mailingAddress: z.string(),
  /** Fen, as the member sent it. */
  invoicePrice: z.string(),
  /** The e-invoice provider's state (none, sent, issued, failed) and numbers. */
  platformState: z.string(),
  platformOrderNo: z.string().nullable(),
  platformSerialNo: z.string().nullable(),
  invoiceNo: z.string().nullable(),
  invoiceCode: z.string().nullable(),
  checkCode: z.string().nullable(),
  invoiceTime: Time.nullable(),
  /** For a voided one: none, due, sent, issued, failed. */
  redState: z.string(),
  redInvoiceNo: z.string().nullable(),
  /** Whether it waits for an operator, since when and why. */
  waiting: z.boolean(),
  waitingTime: Time.nullable(),
  failReason: z.string(),
  trackingNo: z.string().nullable(),
  invoiceUrl: z.string().nullable(),
  rejectReason: z.string(),
  finishTime: Time.nullable(),
  mailTime: Time.nullable(),
  voidTime: Time.nullable(),
  /** Why an operator voided it; "" where a refund did. */
  voidReason: z.string(),
  /** The voided invoice whose place it takes. */
  replacesId: z.number().nullable(),
  createTime: Time,
});
const InvoiceLineView = z.object({
  name: z.string(),
  spec: z.string(),
  unit: z.string(),
  quantity: z.number(),
  price: z.number(),
  netPrice: z.number(),
  tax: z.number(),
  taxRate: z.number(),
});
export const InvoiceDetailView = InvoiceView.extend({ lines: z.array(InvoiceLineView) });
export const InvoicePage = pageOf(InvoiceView);

export const InvoiceIdBody = z.object({ id: LongId });
const WebAddress = z.url({ protocol: /^https?$/, error: "must be an http(s) address" }).max(500);
export const InvoiceFinishBody = z
  .object({ id: LongId, trackingNo: optional(text(64)), invoiceUrl: optional(WebAddress) })
  .refine((body) => body.trackingNo !== undefined || body.invoiceUrl !== undefined, {
    path: ["trackingNo"],
    error: "is required, or invoiceUrl",
  });
const Printed = optional(printed(200));
/** What is not sent stays as on the voided one. */
export const InvoiceReissueBody = z.object({
  id: LongId,
  reason: text(200, 1),
  title: optional(printed(100, 1)),
  titleType: optional(longOf(Object.values(TitleType))),
  taxNo: Printed,
  address: Printed,
  phone: Printed,
  bankAddress: Printed,
  bankNo: Printed,
  email: optional(z.email("must be an e-mail address").max(100)),
  mailingAddress: Printed,
});
export const InvoiceRejectBody = z.object({ id: LongId, reason: text(200, 1) });
