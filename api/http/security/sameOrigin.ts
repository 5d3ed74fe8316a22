import type { Context } from "koa";
import { config } from "#shared/kernel/config/config.js";

const isReading = (ctx: Context): boolean => ctx.method === "GET" || ctx.method === "HEAD";

/** Whether one of our pages sent it: by Sec-Fetch-Site, on plain http by Origin only. Without both it is false. */
export function isSameOrigin(ctx: Context): boolean {
  const site = ctx.get("sec-fetch-site");
  if (site !== "") return site === "same-origin";
  return isOwnOrigin(ctx);
}

/**
 * Whether the request's cookie may authenticate. A write must come from one of our pages. A read may also come from a
 * typed or followed address, or on plain http without these headers; a call from a page of another origin is refused,
 * even of our site or of one that may call with cookies.
 */
export function mayUseCookie(ctx: Context): boolean {
  if (!isReading(ctx)) return isSameOrigin(ctx);
  const site = ctx.get("sec-fetch-site");
  if (site !== "") return site === "same-origin" || site === "none" || isOpeningPage(ctx);
  return ctx.get("origin") === "" || isOwnOrigin(ctx);
}

/** A page that the browser opens can only be read by its user. */
const isOpeningPage = (ctx: Context): boolean =>
  ctx.get("sec-fetch-mode") === "navigate" && ctx.get("sec-fetch-dest") === "document";

function isOwnOrigin(ctx: Context): boolean {
  const origin = ctx.get("origin");
  return origin === new URL(config.PUBLIC_URL).origin || (origin !== "" && hostOf(origin) === ctx.get("host"));
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
