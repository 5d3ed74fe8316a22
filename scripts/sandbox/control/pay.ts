/** Plays the payer, and shows the channels' orders and refunds. The numbers are the service's own. */
import type { Router } from "@koa/router";
import { z } from "zod";
import type { CallbackSender } from "../callbackSender.js";
import { SettleRefused, VERIFIED_BY, type PayChannel } from "../pay/channel.js";
import { bodyOf, ControlError, notFound } from "./input.js";

const SettleBody = z.object({
  outcome: z.enum(["success", "fail", "closed"]).default("success"),
  notify: z.boolean().default(true),
  times: z.int().min(1).max(500).default(1),
  delayMs: z.int().min(0).max(600_000).default(0),
  amount: z.int().min(1).optional(),
  badSignature: z.boolean().default(false),
  probe: z.boolean().default(false),
  force: z.boolean().default(false),
});

const RefundSettleBody = z.object({
  outcome: z.enum(["success", "abnormal", "closed"]).default("success"),
  notify: z.boolean().default(true),
  force: z.boolean().default(false),
});

const MerchantBody = z.object({
  platform: z.string(),
  merchantId: z.string().min(1).max(32).optional(),
  verifiedBy: z.enum(VERIFIED_BY).default("certificates"),
});

/** An action that the channel's state forbids is a 409. */
async function settling<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SettleRefused) throw new ControlError(409, "SETTLE_REFUSED", error.message);
    throw error;
  }
}

export function payControl(router: Router, channels: readonly PayChannel[], callbacks: CallbackSender): void {
  const withOrder = (no: string): PayChannel => {
    const channel = channels.find((one) => one.findOrder(no));
    if (!channel) throw notFound(`order ${no} at any channel`);
    return channel;
  };
  const withRefund = (no: string): PayChannel => {
    const channel = channels.find((one) => one.findRefund(no));
    if (!channel) throw notFound(`refund ${no} at any channel`);
    return channel;
  };

  router.get("/sandbox/pay/orders", (ctx) => {
    ctx.body = channels.flatMap((channel) => channel.listOrders()).toSorted((a, b) => b.createdAt - a.createdAt);
  });

  router.get("/sandbox/pay/orders/:no", (ctx) => {
    const no = ctx.params["no"] ?? "";
    ctx.body = withOrder(no).findOrder(no);
  });

  router.post("/sandbox/pay/orders/:no/settle", async (ctx) => {
    const no = ctx.params["no"] ?? "";
    const settlement = await bodyOf(ctx, SettleBody);
    ctx.body = await settling(withOrder(no).settle(no, settlement));
  });

  router.post("/sandbox/pay/orders/:no/finish", async (ctx) => {
    const no = ctx.params["no"] ?? "";
    const { notify } = await bodyOf(ctx, z.object({ notify: z.boolean().default(true) }));
    const channel = withOrder(no);
    if (!channel.finish) throw notFound(`an end of ${channel.name}'s orders`);
    ctx.body = await settling(channel.finish(no, notify));
  });

  router.post("/sandbox/pay/orders/:no/refund", async (ctx) => {
    const no = ctx.params["no"] ?? "";
    const { amount } = await bodyOf(ctx, z.object({ amount: z.int().min(1) }));
    ctx.body = await settling(withOrder(no).refundByHand(no, amount));
  });

  router.get("/sandbox/pay/refunds", (ctx) => {
    ctx.body = channels.flatMap((channel) => channel.listRefunds()).toSorted((a, b) => b.createdAt - a.createdAt);
  });

  router.get("/sandbox/pay/refunds/:no", (ctx) => {
    const no = ctx.params["no"] ?? "";
    ctx.body = withRefund(no).findRefund(no);
  });

  router.post("/sandbox/pay/refunds/:no/settle", async (ctx) => {
    const no = ctx.params["no"] ?? "";
    const settlement = await bodyOf(ctx, RefundSettleBody);
    ctx.body = await settling(withRefund(no).settleRefund(no, settlement));
  });

  router.post("/sandbox/pay/refunds/:no/tell", async (ctx) => {
    const no = ctx.params["no"] ?? "";
    const { outcome } = await bodyOf(ctx, z.object({ outcome: z.enum(["success", "abnormal", "closed"]) }));
    ctx.body = { deliveries: await settling(withRefund(no).tellRefund(no, outcome)) };
  });

  /** Adds a merchant at a provider, or another key of one: what an operator enters for a channel. */
  router.post("/sandbox/pay/merchants", async (ctx) => {
    const { platform, merchantId, verifiedBy } = await bodyOf(ctx, MerchantBody);
    const channel = channels.find(({ name }) => name === platform);
    if (!channel) throw notFound(`pay provider ${platform}`);
    ctx.body = await channel.addMerchant(merchantId, verifiedBy);
  });

  router.get("/sandbox/callbacks", (ctx) => {
    ctx.body = callbacks.list();
  });
}
