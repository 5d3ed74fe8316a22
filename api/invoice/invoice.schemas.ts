import { z } from "zod";
import { Long, longOf, LongId, optional, pageInput, pageOf } from "#api/http/fields.js";
import { printed } from "./invoice.fields.js";
import { InvoiceMedium, InvoiceTab, InvoiceType, TitleType } from "#shared/domains/invoice/invoice.states.js";

const Text = optional(printed(200));
/** A plain decimal number of fen, as text: "1200". */
const InvoicePrice = z.string().regex(/^(0|[1-9]\d{0,13})$/, "must be a whole number of fen, as text");

/** The extra required fields of an application (rules: Invoices); each error names its field. */
const companyFields = ["address", "phone", "bankAddress", "bankNo"] as const;

export const InvoiceCreateBody = z
  .object({
    orderNumber: LongId,
    invoiceType: longOf(Object.values(InvoiceType)),
    invoicePrice: InvoicePrice,
    title: printed(100, 1),
    titleType: longOf(Object.values(TitleType)),
    taxNo: Text,
    address: Text,
    phone: Text,
    bankAddress: Text,
    bankNo: Text,
    type: longOf(Object.values(InvoiceMedium)),
    email: optional(z.email("must be an e-mail address").max(100)),
    mailingAddress: Text,
  })
  .superRefine((body, refinement) => {
    const need = (field: keyof typeof body, message: string): void => {
      if (!body[field]) refinement.addIssue({ code: "custom", path: [field], message });
    };
    if (body.type === InvoiceMedium.electronic) need("email", "is required for an electronic invoice");
    else need("mailingAddress", "is required for a paper invoice");
    if (body.titleType === TitleType.company) need("taxNo", "is required for a company");
    if (body.invoiceType !== InvoiceType.special) return;
    if (body.titleType === TitleType.personal)
      refinement.addIssue({ code: "custom", path: ["titleType"], message: "must be 2 for a special invoice" });
    for (const field of companyFields) need(field, "is required for a special invoice");
  });

export const InvoicedListBody = pageInput({ invoiceType: longOf(Object.values(InvoiceTab)) });

export const InvoiceListEntry = z.object({
  tradeOrderId: z.number(),
  no: z.string(),
  /** The order's, yyyy-MM-dd HH:mm:ss in Asia/Shanghai. */
  createTime: z.string(),
  payPrice: z.number(),
  invoiceStatus: z.number(),
  spuName: z.string(),
  picUrl: z.string(),
  /** The amount that an application must name, or the invoiced amount: fen, as text. */
  invoicePrice: z.string(),
  /** Not in the list of orders without an invoice. */
  type: z.number().optional(),
  invoiceUrl: z.string().nullable().optional(),
  /** The invoice's id; for the signed address of its file. */
  id: z.number().optional(),
});
export const InvoicedList = pageOf(InvoiceListEntry);

export const InvoiceFileParams = z.object({ id: LongId });
export const InvoiceFileQuery = z.object({ expires: optional(Long), sign: optional(z.string().max(200)) });
