import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { given, IdQuery } from "#api/http/fields.js";
import {
  finishInvoice,
  getInvoice,
  openAnyInvoiceFile,
  reissueInvoice,
  rejectInvoice,
  retryInvoice,
  pageInvoices,
  takeForIssue,
} from "#shared/domains/invoice/index.js";
import { pageWithMembers, withMember } from "#shared/domains/member/index.js";
import {
  InvoiceDetailView,
  InvoiceFinishBody,
  InvoiceIdBody,
  InvoicePage,
  InvoicePageQuery,
  InvoiceReissueBody,
  InvoiceRejectBody,
} from "./invoiceAdmin.schemas.js";
import { invoiceDetail, invoiceView } from "./invoiceAdmin.views.js";

const page = endpoint({
  method: "get",
  path: "/admin-api/member/invoice/page",
  access: operator("member:invoice:query"),
  summary: "Lists invoices, newest first; `waiting` selects those that need an operator",
  input: { query: InvoicePageQuery },
  output: InvoicePage,
  handle: async ({ query }) => pageWithMembers(await pageInvoices(query, query)),
  view: ({ list, total }) => ({ list: list.map(invoiceView), total }),
});

const get = endpoint({
  method: "get",
  path: "/admin-api/member/invoice/get",
  access: operator("member:invoice:query"),
  summary: "Returns an invoice with its lines",
  input: { query: IdQuery },
  output: InvoiceDetailView,
  handle: async ({ query }) => withMember(await getInvoice(query.id)),
  view: invoiceDetail,
});

const file = endpoint({
  method: "get",
  path: "/admin-api/member/invoice/file",
  access: operator("member:invoice:query"),
  summary: "Returns the PDF of an invoice, including voided ones",
  input: { query: IdQuery },
  reply: "stream",
  replies: { 200: ["application/pdf"] },
  handle: async ({ query, ctx }) => {
    const { object, name } = await openAnyInvoiceFile(query.id);
    ctx.set("cache-control", "private, no-store");
    ctx.set("content-disposition", `inline; filename="${name}"`);
    if (object.length !== undefined) ctx.length = object.length;
    ctx.type = object.contentType;
    ctx.body = object.body;
  },
});

const issue = endpoint({
  method: "put",
  path: "/admin-api/member/invoice/issue",
  access: operator("member:invoice:issue"),
  summary: "Accepts an invoice application: 1 -> 2",
  input: { body: InvoiceIdBody },
  output: z.boolean(),
  handle: ({ body }) => takeForIssue(body.id),
});

const finish = endpoint({
  method: "put",
  path: "/admin-api/member/invoice/finish",
  access: operator("member:invoice:finish"),
  summary:
    "Completes an invoice that was issued elsewhere: 2 -> 3, with the number it was sent under or the address of its file",
  input: { body: InvoiceFinishBody },
  output: z.boolean(),
  handle: ({ body: { id, ...outcome } }) => finishInvoice(id, outcome),
});

const reject = endpoint({
  method: "put",
  path: "/admin-api/member/invoice/reject",
  access: operator("member:invoice:reject"),
  summary: "Rejects an invoice application; the member may apply again",
  input: { body: InvoiceRejectBody },
  output: z.boolean(),
  handle: ({ body }) => rejectInvoice(body.id, body.reason),
});

const retry = endpoint({
  method: "put",
  path: "/admin-api/member/invoice/retry",
  access: operator("member:invoice:retry"),
  summary: "Retries an electronic invoice, or its red letter, that waits for an operator",
  input: { body: InvoiceIdBody },
  output: z.boolean(),
  handle: ({ body }) => retryInvoice(body.id),
});

const reissue = endpoint({
  method: "put",
  path: "/admin-api/member/invoice/reissue",
  access: operator("member:invoice:reissue"),
  summary:
    "Voids an issued invoice and issues another over what is left of the order, with what is corrected; returns its id",
  input: { body: InvoiceReissueBody },
  output: z.number(),
  handle: ({ body: { id, reason, ...correction } }) => reissueInvoice(id, reason, given(correction)),
});

export const invoiceAdminEndpoints = [page, get, file, issue, finish, reject, retry, reissue];
