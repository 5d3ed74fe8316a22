/** Plays the phone before a QR code. */
import type { Router } from "@koa/router";
import { z } from "zod";
import type { SocialSide } from "../social/social.js";
import { bodyOf, notFound } from "./input.js";

const ScanBody = z.object({
  /** The address in the code. Default: the shop's scan address with this state. */
  qrcodeUrl: z.url().optional(),
});
const ChooseBody = ScanBody.extend({
  /** The owner of the phone; default a new person. */
  openid: z.string().min(1).max(64).optional(),
  /** How often the redirect is opened, all at once. */
  times: z.int().min(1).max(500).default(1),
});

export function qrControl(router: Router, { people, phone }: SocialSide, shopUrl: string): void {
  const scanUrlOf = (state: string): string =>
    `${shopUrl}/app-api/website/auth/scan?state=${encodeURIComponent(state)}`;

  router.post("/sandbox/social/qr/:state/scan", async (ctx) => {
    const state = ctx.params["state"] ?? "";
    const { qrcodeUrl = scanUrlOf(state) } = await bodyOf(ctx, ScanBody);
    ctx.body = await phone.scan(state, qrcodeUrl);
  });

  for (const act of ["confirm", "cancel"] as const)
    router.post(`/sandbox/social/qr/:state/${act}`, async (ctx) => {
      const state = ctx.params["state"] ?? "";
      const { qrcodeUrl: scanUrl = scanUrlOf(state), openid = "new", times } = await bodyOf(ctx, ChooseBody);
      if (openid !== "new" && !people.find(openid)) throw notFound(`person ${openid}`);
      ctx.body = await phone.choose(state, act === "cancel" ? "refuse" : openid, { scanUrl, times });
    });
}
