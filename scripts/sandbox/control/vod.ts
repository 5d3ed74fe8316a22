/** Plays the video provider's task flows: covers, and fetches on hold. */
import type { Router } from "@koa/router";
import { z } from "zod";
import type { VodSide } from "../vod/vod.js";
import { bodyOf, notFound } from "./input.js";

const change = {
  /** Default: the configured callback address, at first the shop's /callback/vod. */
  callbackUrl: z.url().optional(),
  times: z.int().min(1).max(500).default(1),
  badSignature: z.boolean().default(false),
};
/** `asSnapshot`: the task flow took a picture of the video instead of a cover. */
const CoverBody = z.object({ ...change, coverUrl: z.string().optional(), asSnapshot: z.boolean().default(false) });
const FinishBody = z.object({ ...change, outcome: z.enum(["success", "fail", "internal"]).default("success") });

/** A video is named by the shop's fileId or by the provider's. */
export function vodControl(router: Router, vod: VodSide): void {
  router.get("/sandbox/vod", (ctx) => {
    ctx.body = vod.list();
  });

  /** The callback address, as set in the provider's console. */
  router.put("/sandbox/vod/callback", async (ctx) => {
    const { url } = await bodyOf(ctx, z.object({ url: z.url() }));
    vod.callTo(url);
    ctx.body = { url };
  });

  router.get("/sandbox/vod/:fileId", (ctx) => {
    const fileId = ctx.params["fileId"] ?? "";
    const media = vod.find(fileId);
    if (!media) throw notFound(`video ${fileId}`);
    ctx.body = media;
  });

  router.get("/sandbox/vod/:fileId/cover", (ctx) => {
    ctx.type = "image/svg+xml";
    ctx.body = coverPicture(ctx.params["fileId"] ?? "");
  });

  router.post("/sandbox/vod/:fileId/cover", async (ctx) => {
    const fileId = ctx.params["fileId"] ?? "";
    const own = `${ctx.protocol}://${ctx.host}/sandbox/vod/${encodeURIComponent(fileId)}/cover`;
    const { coverUrl = own, ...body } = await bodyOf(ctx, CoverBody);
    ctx.body = { fileId, state: "ready", coverUrl, deliveries: await vod.cover(fileId, coverUrl, body) };
  });

  router.post("/sandbox/vod/:fileId/finish", async (ctx) => {
    const fileId = ctx.params["fileId"] ?? "";
    const { outcome, ...body } = await bodyOf(ctx, FinishBody);
    if (!vod.find(fileId)) throw notFound(`video ${fileId}`);
    const deliveries = await vod.finish(fileId, outcome, body);
    ctx.body = { ...vod.find(fileId), deliveries };
  });

  /** Plays a client's own upload to the provider, with the shop's signature. */
  router.post("/sandbox/vod/uploads", async (ctx) => {
    const { signature, ...body } = await bodyOf(ctx, z.object({ ...change, signature: z.string() }));
    ctx.body = await vod.upload(signature, body);
  });
}

/** A picture that looks different for each video: a play sign on a colour of its own. */
function coverPicture(name: string): string {
  const hue = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180" viewBox="0 0 320 180">
  <rect width="320" height="180" fill="hsl(${hue} 45% 40%)"/>
  <circle cx="160" cy="90" r="40" fill="#fff" opacity=".85"/>
  <path d="M148 68l36 22-36 22z" fill="hsl(${hue} 45% 30%)"/>
</svg>
`;
}
