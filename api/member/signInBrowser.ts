import { randomBytes } from "node:crypto";
import type { Context } from "koa";
import { SOCIAL_STATE_MS, type SignInBrowser } from "#shared/domains/social/index.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { readCookie, setCookie } from "#api/http/security/cookies.js";

const COOKIE = "shop_social";
const secretForm = /^[\w-]{43}$/;

/** The calling browser, if it is one: browsers send Origin, and only they have the cookie of the redirect. */
export function signInBrowser(ctx: Context): SignInBrowser | undefined {
  const secret = readCookie(ctx, COOKIE);
  if (secret !== undefined) return { secret };
  return ctx.get("origin") !== "" || ctx.get("sec-fetch-site") !== "" ? { secret: undefined } : undefined;
}

/** The secret to which a state of this browser is bound; shared by all of its tabs. */
export function bindBrowser(ctx: Context): string {
  const stored = readCookie(ctx, COOKIE);
  const secret = stored !== undefined && secretForm.test(stored) ? stored : randomBytes(32).toString("base64url");
  setCookie(ctx, COOKIE, secret, { sameSite: "Lax", maxAgeSeconds: SOCIAL_STATE_MS / seconds(1) });
  return secret;
}
