import type { Context } from "koa";
import { config } from "#shared/kernel/config/config.js";

const isReading = (ctx: Context): boolean => ctx.method === "GET" || ctx.method === "HEAD";

/** Sent by a page of our own? Browsers say so in Sec-Fetch-Site, on plain http only in Origin. Neither: refused. */
export function isSameOrigin(ctx: Context): boolean {
  const site = ctx.get("sec-fetch-site");
  if (site !== "") return site === "same-origin";
  return isOwnOrigin(ctx);
}

/**
 * May the cookie of the request speak for its owner? An act must come from a page of our own. What is only read may also
 * be an address that was typed in or followed, or on plain http come without a word; a call of a page of another origin is
 * refused, be it of our site or one that may call with cookies.
 */
export function mayUseCookie(ctx: Context): boolean {
  if (!isReading(ctx)) return isSameOrigin(ctx);
  const site = ctx.get("sec-fetch-site");
  if (site !== "") return site === "same-origin" || site === "none" || isOpeningPage(ctx);
  return ctx.get("origin") === "" || isOwnOrigin(ctx);
}

/** What a browser opens as a page of its own is read by nobody but its user. */
const isOpeningPage = (ctx: Context): boolean =>
  ctx.get("sec-fetch-mode") === "navigate" && ctx.get("sec-fetch-dest") === "document";

function isOwnOrigin(ctx: Context): boolean {
  const origin = ctx.get("origin");
  return origin === new URL(config.PUBLIC_URL).origin || (origin !== "" && hostOf(origin) === ctx.get("host"));
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
