import type { Middleware } from "koa";
import helmet from "koa-helmet";
import { config } from "#shared/kernel/config/config.js";

// A shop without TLS must not redirect browsers to https for its own scripts.
const isSecure = config.PUBLIC_URL.startsWith("https:");
const always = {
  crossOriginResourcePolicy: { policy: "cross-origin" },
  ...(isSecure ? {} : { strictTransportSecurity: false }),
} as const;

/** Security headers of pages. */
export const pageHeaders = fixedHeaders(
  helmet({
    ...always,
    ...(isSecure ? {} : { contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }),
  }),
);

/** An envelope is not a page: it must not be run, framed or sniffed, and page-only headers are omitted. */
export const dataHeaders = fixedHeaders(
  helmet({
    ...always,
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }),
);

/**
 * Repeats the headers of `source`, which are the same on every response, after computing them once: helmet builds its
 * policy each time, which costs more than routing.
 */
function fixedHeaders(source: Middleware): Middleware {
  let headers: [string, string][] | undefined;
  const find: Middleware = async (ctx, next) => {
    const before = new Set(ctx.res.getHeaderNames());
    await source(ctx, async () => undefined);
    headers = ctx.res
      .getHeaderNames()
      .filter((name) => !before.has(name))
      .map((name) => [name, String(ctx.res.getHeader(name))]);
    await next();
  };
  return (ctx, next) => {
    if (!headers) return find(ctx, next);
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    return next();
  };
}
