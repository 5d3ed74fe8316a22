import type { IncomingMessage } from "node:http";
import type { Context, Middleware } from "koa";
import { seconds } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";

/**
 * The rest of a body after its response is read and discarded, up to these limits: a client that still sends when the
 * connection is closed would lose the response, and see a network error instead of its mistake.
 */
const REST_MS = seconds(15);
const REST_BYTES = 64 * 1024 * 1024;

/** A body must arrive within BODY_SECONDS. A streamed one has its own rule (formStream.ts). */
export const bodyTimeout: Middleware = (ctx, next) => {
  const { req } = ctx;
  if (req.headers["content-length"] !== undefined || req.headers["transfer-encoding"] !== undefined) {
    limitBody(ctx);
    endAfterBody(ctx);
  }
  return next();
};

/** Ends the limit when another reader takes over the body. */
export const liftBodyLimit = (ctx: Context): void => clearTimeout(ctx.state["bodyTimer"] as NodeJS.Timeout | undefined);

function limitBody(ctx: Context): void {
  const { req } = ctx;
  const timer = setTimeout(() => req.socket.destroy(), seconds(config.BODY_SECONDS)).unref();
  ctx.state["bodyTimer"] = timer;
  req.once("end", () => clearTimeout(timer));
  req.once("close", () => clearTimeout(timer));
}

/** Sends the whole response at once, but ends it, after which the connection may close, only after the body. */
function endAfterBody(ctx: Context): void {
  const { req, res } = ctx;
  const end = res.end.bind(res);
  const endLater = (chunk?: unknown): typeof res => {
    res.end = end;
    if (req.complete || req.destroyed) return end(chunk);
    if (typeof chunk === "string" || chunk instanceof Uint8Array) res.write(chunk);
    else res.flushHeaders();
    liftBodyLimit(ctx);
    passRest(req, (isOver) => {
      end();
      if (!isOver) req.socket.destroy();
    });
    return res;
  };
  res.end = endLater;
}

function passRest(req: IncomingMessage, done: (isOver: boolean) => void): void {
  let left = REST_BYTES;
  const finish = (isOver: boolean): void => {
    clearTimeout(timer);
    for (const event of ["end", "close", "error"]) req.off(event, over);
    req.off("data", count);
    done(isOver);
  };
  const over = (): void => finish(true);
  const count = (bytes: Buffer): void => {
    left -= bytes.length;
    if (left < 0) finish(false);
  };
  const timer = setTimeout(() => finish(false), REST_MS).unref();
  for (const event of ["end", "close", "error"]) req.once(event, over);
  req.unpipe();
  req.on("data", count);
  // A previous reader has detached by then.
  setImmediate(() => req.resume());
}
