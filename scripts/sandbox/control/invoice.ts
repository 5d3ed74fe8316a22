/** Plays the tax office behind the e-invoice provider. */
import type { Router } from "@koa/router";
import { z } from "zod";
import type { InvoiceSide } from "../invoice/invoice.js";
import { bodyOf, notFound } from "./input.js";

const SettleBody = z.object({
  outcome: z.enum(["issued", "failed"]).default("issued"),
  reason: z.string().max(200).default("税局返回：开票失败"),
  notify: z.boolean().default(true),
  times: z.int().min(1).max(500).default(1),
  /** A forged copy: it calls the shop's address without its secret, and changes nothing here. */
  badSignature: z.boolean().default(false),
});

export function invoiceControl(router: Router, side: InvoiceSide): void {
  router.get("/sandbox/invoices", (ctx) => {
    ctx.body = side.invoices.list();
  });

  router.get("/sandbox/invoices/:orderNo", (ctx) => {
    const orderNo = ctx.params["orderNo"] ?? "";
    const invoice = side.invoices.get(orderNo);
    if (!invoice) throw notFound(`invoice ${orderNo}`);
    ctx.body = invoice;
  });

  router.post("/sandbox/invoices/tokens/expire", (ctx) => {
    ctx.body = { ended: side.expireTokens() };
  });

  router.post("/sandbox/invoices/:orderNo/settle", async (ctx) => {
    const orderNo = ctx.params["orderNo"] ?? "";
    const settled = await side.settle(orderNo, await bodyOf(ctx, SettleBody));
    if (!settled) throw notFound(`invoice ${orderNo}`);
    ctx.body = { ...settled.invoice, deliveries: settled.deliveries };
  });
}
