/** The merchants' notifyUrls, and the control over their responses. */
import { setTimeout as pause } from "node:timers/promises";
import type { Router } from "@koa/router";
import { z } from "zod";
import type { Merchants } from "../merchants.js";
import { readBody } from "../readBody.js";
import { bodyOf, ControlError } from "./input.js";

const BehaviourBody = z.object({
  status: z.int().min(200).max(599).default(200),
  delayMs: z.int().min(0).max(120_000).default(0),
  failFirst: z.int().min(0).max(1_000_000).default(0),
});

export function merchantControl(router: Router, merchants: Merchants, now: () => number): void {
  router.get("/sandbox/merchant/:key/deliveries", (ctx) => {
    ctx.body = merchants.deliveries(ctx.params["key"] ?? "");
  });

  router.get("/sandbox/merchant/:key/behaviour", (ctx) => {
    ctx.body = merchants.behaviour(ctx.params["key"] ?? "");
  });

  router.put("/sandbox/merchant/:key/behaviour", async (ctx) => {
    ctx.body = merchants.behave(ctx.params["key"] ?? "", await bodyOf(ctx, BehaviourBody));
  });

  router.all("/sandbox/merchant/:key", async (ctx) => {
    const body = await readBody(ctx.req);
    if (body === null) throw new ControlError(413, "BODY_TOO_LARGE", "the body is over 1 MiB");
    const { status, delayMs } = merchants.receive(ctx.params["key"] ?? "", {
      method: ctx.method,
      path: ctx.url,
      headers: ctx.req.headers,
      body: body.toString("utf8"),
      receivedAt: now(),
    });
    if (delayMs > 0) await pause(delayMs, undefined, { ref: false });
    ctx.body = { received: status < 300 };
    ctx.status = status;
    if (status >= 300 && status < 400) ctx.set("Location", `${ctx.path}?redirected=1`);
  });
}
