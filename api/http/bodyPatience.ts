import type { Context, Middleware } from "koa";
import { seconds } from "#shared/platform/clock.js";
import { config } from "#shared/platform/config.js";

/** What is left of a body that was refused is read and thrown away for so long: a client that still sends would miss the answer. */
const REST_MS = seconds(15);

/** A body must be there within BODY_SECONDS. One that is handed on as it comes has a rule of its own (formStream.ts). */
export const bodyPatience: Middleware = (ctx, next) => {
  const { req } = ctx;
  if (req.headers["content-length"] !== undefined || req.headers["transfer-encoding"] !== undefined)
    limitBody(ctx, seconds(config.BODY_SECONDS));
  return next();
};

/** From here on somebody else looks after the body. */
export const liftBodyLimit = (ctx: Context): void => clearTimeout(ctx.state["bodyTimer"] as NodeJS.Timeout | undefined);

/** Nobody wants the rest of the body. */
export const limitRest = (ctx: Context): void => limitBody(ctx, REST_MS);

function limitBody(ctx: Context, ms: number): void {
  const { req } = ctx;
  liftBodyLimit(ctx);
  if (req.complete) return;
  const timer = setTimeout(() => req.socket.destroy(), ms).unref();
  ctx.state["bodyTimer"] = timer;
  req.once("end", () => clearTimeout(timer));
  req.once("close", () => clearTimeout(timer));
}
