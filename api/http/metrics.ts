import { timingSafeEqual } from "node:crypto";
import type { Context, Middleware } from "koa";
import { config } from "#shared/kernel/config/config.js";
import { metrics } from "#shared/kernel/observability/metrics.js";
import { checkPermission, signedInActor } from "./security/auth.js";
import { operator } from "./endpoint.js";

/**
 * /metrics of this process on the public port. Open outside production while no METRICS_TOKEN is set; otherwise for its
 * bearer and for operators with infra:metrics:read. Everyone else gets 401 or 403. Not enveloped.
 */
export function metricsPage(): Middleware {
  return async (ctx, next) => {
    if (ctx.method !== "GET" || ctx.path !== "/metrics") return next();
    await checkMayRead(ctx);
    ctx.type = metrics.contentType;
    ctx.body = await metrics.metrics();
  };
}

const access = operator("infra:metrics:read");

async function checkMayRead(ctx: Context): Promise<void> {
  if (!config.METRICS_TOKEN && !config.production) return;
  if (isMetricsToken(ctx.get("authorization"))) return;
  checkPermission(await signedInActor(ctx, access), access);
}

function isMetricsToken(authorization: string): boolean {
  if (!config.METRICS_TOKEN) return false;
  const given = Buffer.from(authorization);
  const wanted = Buffer.from(`Bearer ${config.METRICS_TOKEN}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
