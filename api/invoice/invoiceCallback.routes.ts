import { z } from "zod";
import { endpoint, needing, open } from "#api/http/endpoint.js";
import { optional } from "#api/http/fields.js";
import { receiveInvoiceCallback } from "#shared/domains/invoice/index.js";

/** The provider accepts status "0000" as received, and retries after anything else. */
const callback = endpoint({
  method: "post",
  path: "/callback/invoice",
  access: open(),
  summary: "Receives callbacks of the e-invoice provider about the outcome of invoices",
  input: { query: z.object({ sign: optional(z.string().max(200)) }) },
  reply: "raw",
  replies: { 200: ["application/json"], 401: ["application/json"] },
  body: "raw",
  limit: "callback",
  handle: async ({ ctx, query, rawBody }) => {
    const isTaken = await receiveInvoiceCallback(rawBody, query.sign ?? "");
    ctx.status = isTaken ? 200 : 401;
    ctx.body = isTaken ? { status: "0000", message: "同步成功" } : { status: "9999", message: "验签失败" };
  },
});

export const invoiceCallbackEndpoints = needing("invoice", [callback]);
