import type { Middleware } from "koa";
import helmet from "koa-helmet";
import { config } from "#shared/kernel/config/config.js";

// Where the shop is reached without TLS, a browser must not be sent to https for the pages' own scripts.
const isSecure = config.PUBLIC_URL.startsWith("https:");
const always = {
  crossOriginResourcePolicy: { policy: "cross-origin" },
  ...(isSecure ? {} : { strictTransportSecurity: false }),
} as const;

/** What keeps a page safe in a browser. */
export const pageHeaders = fixedHeaders(
  helmet({
    ...always,
    ...(isSecure ? {} : { contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }),
  }),
);

/** An envelope is no page: nothing of it may be run, framed or taken for something else, and what rules pages is left out. */
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
 * The headers that `source` sets are the same on every answer: found out at the first one, then only repeated. (helmet
 * makes the text of its policy anew each time, which costs more than finding what to answer.)
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
