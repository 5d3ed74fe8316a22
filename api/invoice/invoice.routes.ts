import { z } from "zod";
import { endpoint, member, memberIfSignedIn } from "#api/http/endpoint.js";
import {
  applyForInvoice,
  findInvoicedOrders,
  findOrdersToInvoice,
  isSignedFor,
  openInvoiceFile,
  signedFileUrl,
} from "#shared/domains/invoice/index.js";
import { errors } from "#shared/kernel/request/errors.js";
import { InvoiceTab } from "#shared/domains/invoice/invoice.states.js";
import {
  InvoiceCreateBody,
  InvoicedList,
  InvoicedListBody,
  InvoiceFileParams,
  InvoiceFileQuery,
} from "./invoice.schemas.js";
import { invoiceEntry } from "./invoice.views.js";

const create = endpoint({
  method: "post",
  path: "/member/invoiceInfo/appCreateOrderInvoiceInfo",
  access: member(),
  summary: "Applies for the invoice of an order; orderNumber is the order's id",
  input: { body: InvoiceCreateBody },
  output: z.boolean(),
  idempotent: "transaction",
  handle: ({ actor, body }) =>
    applyForInvoice(actor.memberId, {
      orderId: body.orderNumber,
      priceFen: Number(body.invoicePrice),
      type: body.type,
      invoiceType: body.invoiceType,
      titleType: body.titleType,
      title: body.title,
      taxNo: body.taxNo ?? "",
      address: body.address ?? "",
      phone: body.phone ?? "",
      bankAddress: body.bankAddress ?? "",
      bankNo: body.bankNo ?? "",
      email: body.email ?? "",
      mailingAddress: body.mailingAddress ?? "",
    }),
});

const listPage = endpoint({
  method: "post",
  path: "/member/invoiceInfo/appOrderInvoicedListPage",
  access: member(),
  summary:
    "Lists orders by invoicing: invoiceType 1 can be invoiced, 2 have an invoice that is applied for, being issued or issued",
  input: { body: InvoicedListBody },
  output: InvoicedList,
  handle: ({ actor, body }) =>
    body.invoiceType === InvoiceTab.toInvoice
      ? findOrdersToInvoice(actor.memberId, body)
      : findInvoicedOrders(actor.memberId, body),
  view: ({ list, total }) => ({ list: list.map(invoiceEntry), total }),
});

const fileLink = endpoint({
  method: "get",
  path: "/member/invoiceInfo/fileLink/:id",
  access: member(),
  summary: "Returns an address of one of the member's invoices that opens without a token for five minutes",
  input: { params: InvoiceFileParams },
  output: z.string(),
  handle: ({ actor, params }) => signedFileUrl(actor.memberId, params.id),
});

const file = endpoint({
  method: "get",
  path: "/member/invoiceInfo/file/:id",
  access: memberIfSignedIn(),
  summary: "Returns the PDF of one of the member's invoices; without a token only by a signed address",
  input: { params: InvoiceFileParams, query: InvoiceFileQuery },
  reply: "stream",
  replies: { 200: ["application/pdf"], 302: [] },
  handle: async ({ actor, params, query, ctx }) => {
    const isSigned = isSignedFor(params.id, query.expires, query.sign);
    if (!actor && !isSigned) throw errors.NotSignedIn();
    const opened = await openInvoiceFile(params.id, isSigned ? null : (actor?.memberId ?? 0));
    ctx.set("cache-control", "private, no-store");
    if ("redirectTo" in opened) return ctx.redirect(opened.redirectTo);
    const { object, name } = opened;
    ctx.set("content-disposition", `inline; filename="${name}"`);
    if (object.length !== undefined) ctx.length = object.length;
    ctx.type = object.contentType;
    ctx.body = object.body;
  },
});

export const invoiceEndpoints = [create, listPage, fileLink, file];
