import type { Middleware } from "koa";

/**
 * The headers that `source` sets are the same on every answer: found out at the first one, then only repeated. (helmet
 * makes the text of its policy anew each time, which costs more than finding what to answer.)
 */
export function fixedHeaders(source: Middleware): Middleware {
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
