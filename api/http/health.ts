import { timingSafeEqual } from "node:crypto";
import type { Middleware } from "koa";
import { readiness } from "#shared/platform/processes.js";
import { config } from "#shared/platform/config.js";
import { errors } from "#shared/platform/errors.js";
import { metrics } from "#shared/platform/metrics.js";

/** /health (alive), /health/ready (stores and workers), /metrics behind METRICS_TOKEN. Not enveloped. */
export function health(): Middleware {
  return async (ctx, next) => {
    if (ctx.method !== "GET") return next();
    if (ctx.path === "/health") {
      ctx.body = { status: "ok" };
    } else if (ctx.path === "/health/ready") {
      const state = await readiness();
      ctx.status = state.ready ? 200 : 503;
      ctx.body = state;
    } else if (ctx.path === "/metrics") {
      if (!mayReadMetrics(ctx.get("authorization"))) throw errors.NotSignedIn();
      ctx.type = metrics.contentType;
      ctx.body = await metrics.metrics();
    } else await next();
  };
}

/** On the public port: METRICS_TOKEN as bearer token; without one configured only outside production. */
function mayReadMetrics(authorization: string): boolean {
  if (!config.METRICS_TOKEN) return !config.production;
  const given = Buffer.from(authorization);
  const wanted = Buffer.from(`Bearer ${config.METRICS_TOKEN}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
