import { z } from "zod";
import { endpoint, member } from "#api/http/endpoint.js";
import { given } from "#api/http/fields.js";
import {
  createInvoiceTitle,
  deleteInvoiceTitle,
  listInvoiceTitles,
  updateInvoiceTitle,
  type InvoiceTitleDoc,
} from "#shared/domains/invoice/index.js";
import { TitleType } from "#shared/domains/invoice/invoice.states.js";
import {
  InvoiceTitleCreateBody,
  InvoiceTitleListBody,
  InvoiceTitleLists,
  InvoiceTitleParams,
  InvoiceTitleUpdateBody,
  type InvoiceTitleView,
} from "./invoiceTitle.schemas.js";

const create = endpoint({
  method: "post",
  path: "/member/invoiceTitle/appCreateInvoiceTitle",
  access: member(),
  summary: "Creates an invoice title",
  input: { body: InvoiceTitleCreateBody },
  output: z.number().int(),
  handle: ({ actor, body }) => createInvoiceTitle(actor.memberId, given(body)),
});

const update = endpoint({
  method: "post",
  path: "/member/invoiceTitle/appUpdateInvoiceTitle",
  access: member(),
  summary: "Updates the given fields of an invoice title",
  input: { body: InvoiceTitleUpdateBody },
  output: z.boolean(),
  handle: ({ actor, body: { id, ...change } }) => updateInvoiceTitle(actor.memberId, id, filled(change)),
});

const list = endpoint({
  method: "post",
  path: "/member/invoiceTitle/appGetInvoiceTitleList",
  access: member(),
  summary: "Lists the member's invoice titles, of companies and persons",
  input: { body: InvoiceTitleListBody },
  output: InvoiceTitleLists,
  handle: ({ actor, body }) => listInvoiceTitles(actor.memberId, body.titleType),
  view: (titles) => ({
    companyList: titles.filter(({ titleType }) => titleType === TitleType.company).map(titleView),
    personList: titles.filter(({ titleType }) => titleType === TitleType.personal).map(titleView),
  }),
});

const remove = endpoint({
  method: "post",
  path: "/member/invoiceTitle/appDeleteInvoiceTitle/:id",
  access: member(),
  summary: "Deletes an invoice title",
  input: { params: InvoiceTitleParams },
  output: z.boolean(),
  handle: ({ actor, params }) => deleteInvoiceTitle(actor.memberId, params.id),
});

const titleView = (row: InvoiceTitleDoc): InvoiceTitleView => ({
  id: row._id,
  title: row.title,
  titleType: row.titleType,
  taxNo: row.taxNo,
  address: row.address,
  phone: row.phone,
  bankAddress: row.bankAddress,
  bankNo: row.bankNo,
});

type Filled<T> = { [K in keyof T]?: Exclude<T[K], null | undefined> };
const filled = <T extends object>(fields: T): Filled<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as Filled<T>;

export const invoiceTitleEndpoints = [create, update, list, remove];
