import type { Middleware } from "koa";
import { readiness, type Readiness } from "#shared/kernel/process/readiness.js";

/** Balancers check each second, from addresses without limits, so more frequent checks get the cached response. */
const LOOK_EACH_MS = 1_000;
let look: { at: number; state: Promise<Readiness> } | undefined;

function recentReadiness(): Promise<Readiness> {
  const now = Date.now();
  if (!look || now - look.at > LOOK_EACH_MS) look = { at: now, state: readiness() };
  return look.state;
}

export const isHealthPath = (path: string): boolean => path === "/health" || path === "/health/ready";

/** /health (alive), /health/ready (stores and workers). Not enveloped, and not limited by address. */
export function health(): Middleware {
  return async (ctx, next) => {
    if (ctx.method !== "GET") return next();
    if (ctx.path === "/health") {
      ctx.body = { status: "ok" };
    } else if (ctx.path === "/health/ready") {
      const state = await recentReadiness();
      ctx.status = state.ready ? 200 : 503;
      ctx.body = state;
    } else await next();
  };
}
