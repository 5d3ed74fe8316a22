import type { Middleware } from "koa";
import { readiness } from "#shared/platform/processes.js";

/** /health (alive), /health/ready (stores and workers). Not enveloped. */
export function health(): Middleware {
  return async (ctx, next) => {
    if (ctx.method !== "GET") return next();
    if (ctx.path === "/health") {
      ctx.body = { status: "ok" };
    } else if (ctx.path === "/health/ready") {
      const state = await readiness();
      ctx.status = state.ready ? 200 : 503;
      ctx.body = state;
    } else await next();
  };
}
