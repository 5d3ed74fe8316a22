/** Lets the shop's own pages play the courier and read the phone: its storefront runs at another port. */
import type Koa from "koa";

const LOCAL = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;

/** @param shopUrl the shop's address; pages at this machine are allowed besides */
export function localPages(shopUrl: string): Koa.Middleware {
  const shop = new URL(shopUrl).origin;
  return async (ctx, next) => {
    const origin = ctx.get("origin");
    if (!ctx.path.startsWith("/sandbox/") || (origin !== shop && !LOCAL.test(origin))) return next();
    ctx.set("access-control-allow-origin", origin);
    ctx.vary("Origin");
    if (ctx.method !== "OPTIONS") return next();
    ctx.set("access-control-allow-methods", "GET, POST");
    ctx.set("access-control-allow-headers", "content-type, accept-language, terminal");
    ctx.status = 204;
  };
}
