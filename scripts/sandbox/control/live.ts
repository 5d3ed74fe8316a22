/** Plays the host who starts and stops a stream. */
import type { Router } from "@koa/router";
import { z } from "zod";
import type { LiveSide } from "../live/live.js";
import { bodyOf } from "./input.js";

const change = {
  /** Default: the shop's /callback/live, as it is configured at the real provider. */
  callbackUrl: z.url().optional(),
  times: z.int().min(1).max(500).default(1),
  badSignature: z.boolean().default(false),
};
const StartBody = z.object(change);
const Recorded = z.object({
  duration: z.int().min(0).optional(),
  fileSize: z.int().min(0).optional(),
  videoUrl: z.url().optional(),
});
/** `record`: sends a recording event as well. */
const EndBody = z.object({
  ...change,
  /** The host's connection is lost; default: the host stops. */
  broken: z.boolean().default(false),
  record: z.union([z.boolean(), Recorded]).default(false),
});

export function liveControl(router: Router, live: LiveSide, shopUrl: string): void {
  const defaultUrl = `${shopUrl}/callback/live`;

  router.get("/sandbox/live", (ctx) => {
    ctx.body = live.pushes.list();
  });

  router.post("/sandbox/live/:streamName/start", async (ctx) => {
    const { callbackUrl = defaultUrl, ...body } = await bodyOf(ctx, StartBody);
    const { push, deliveries } = await live.start(ctx.params["streamName"] ?? "", { callbackUrl, ...body });
    ctx.body = { ...push, deliveries };
  });

  router.post("/sandbox/live/:streamName/end", async (ctx) => {
    const streamName = ctx.params["streamName"] ?? "";
    const { callbackUrl = defaultUrl, record, broken, ...body } = await bodyOf(ctx, EndBody);
    const file = record === true ? {} : record || null;
    const ended = await live.end(streamName, { file, broken }, { callbackUrl, ...body });
    ctx.body = { ...ended.push, deliveries: ended.deliveries };
  });
}
