/** Plays the people of the social provider. */
import type { Router } from "@koa/router";
import { z } from "zod";
import { CODE_KINDS } from "../social/people.js";
import type { SocialSide } from "../social/social.js";
import { bodyOf, notFound } from "./input.js";

const UserBody = z.object({
  nickname: z.string().max(64).optional(),
  avatar: z.string().max(512).optional(),
  /** Default: some number. */
  mobile: z
    .string()
    .regex(/^\d{5,15}$/, "must be digits")
    .optional(),
});

const CodeBody = z.object({
  openid: z.string().min(1).max(64),
  kind: z.enum(CODE_KINDS),
  /** Only this application may redeem it. */
  appid: z.string().max(64).optional(),
  /** The scope of an `authorize` code, such as snsapi_base. */
  scope: z.string().max(64).optional(),
  /** Overrides for the result of a `phone` code, beside the number. Time in epoch seconds. */
  countryCode: z
    .string()
    .regex(/^\d{1,4}$/, "must be digits")
    .optional(),
  watermark: z.object({ appid: z.string().optional(), timestamp: z.int().optional() }).default({}),
});

export function socialControl(router: Router, { people, tokens }: SocialSide): void {
  router.get("/sandbox/social/users", (ctx) => {
    ctx.body = people.list();
  });

  router.post("/sandbox/social/users", async (ctx) => {
    const { openid, unionid, mobile } = people.add(await bodyOf(ctx, UserBody));
    ctx.body = { openid, unionid, mobile };
  });

  router.post("/sandbox/social/codes", async (ctx) => {
    const { openid, kind, appid, scope, countryCode, watermark } = await bodyOf(ctx, CodeBody);
    if (!people.find(openid)) throw notFound(`person ${openid}`);
    const phone = { countryCode, ...watermark };
    const { code } = people.issue({ kind, openid, appId: appid ?? null, scope: scope ?? null, phone });
    ctx.body = { code };
  });

  /** Expires every access token, as the provider does when a token is requested elsewhere. */
  router.post("/sandbox/social/tokens/expire", (ctx) => {
    ctx.body = { ended: tokens.expire() };
  });
}
