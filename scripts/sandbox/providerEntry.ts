/** The HTTP entry to the providers, /platform/{name}/...: applies faults and records calls. */
import { setTimeout as pause } from "node:timers/promises";
import type { Context, Middleware } from "koa";
import type { Calls } from "./calls.js";
import type { Faults } from "./faults.js";
import type { Provider, ProviderAnswer, ProviderCall } from "./provider.js";
import { readBody } from "./readBody.js";

const TOO_MANY = 429;
const PLACE = /^\/platform\/([a-z0-9-]+)(\/[^?]*)?(\?.*)?$/;

/** @param holdMs how long a `timeout` fault holds the socket before it closes it, if the client does not */
export function providerEntry(door: {
  providers: readonly Provider[];
  faults: Faults;
  calls: Calls;
  now: () => number;
  holdMs: number;
}): Middleware {
  const byName = new Map(door.providers.map((provider) => [provider.name, provider]));

  return async (ctx, next) => {
    const [, name = "", path = "/", query = ""] = PLACE.exec(ctx.url) ?? [];
    const provider = byName.get(name);
    if (!provider) {
      await next();
      return;
    }

    const body = await readBody(ctx.req);
    if (body === null) {
      ctx.status = 413;
      ctx.body = { code: "BODY_TOO_LARGE", message: "the body is over 1 MiB" };
      return;
    }
    const call: ProviderCall = {
      method: ctx.method,
      path: path + query,
      requestedPath: ctx.url,
      headers: ctx.req.headers,
      body,
      at: door.now(),
    };
    const started = performance.now();
    const operation = provider.operation?.(call) ?? null;
    const record = door.calls.begin(name, call, operation);
    const fault = door.faults.takeForCall(name, `${call.path} ${operation ?? ""}`, body.toString("utf8"));
    record.fault = fault?.mode ?? null;

    if (fault?.mode === "timeout" && !fault.after) {
      holdSocket(ctx, door.holdMs);
      return;
    }
    if (fault?.mode === "slow") await pause(fault.delayMs, undefined, { ref: false });

    if (fault?.mode === "tooMany") {
      const answer = provider.failure(call);
      record.status = TOO_MANY;
      const wait = { "Retry-After": String(Math.ceil(fault.delayMs / 1_000)) };
      send(ctx, { ...answer, status: TOO_MANY, headers: { ...answer.headers, ...wait } });
      return;
    }

    const failsFirst = fault?.mode === "error" && !fault.after;
    let answer = failsFirst ? provider.failure(call) : await provider.answer(call);
    const { afterwards } = answer;
    if (fault?.mode === "timeout") {
      afterwards?.();
      holdSocket(ctx, door.holdMs);
      return;
    }
    if (fault?.mode === "error") answer = provider.failure(call);
    if (fault?.mode === "badSignature") answer = provider.wronglySigned(answer, call);
    record.status = answer.status;
    record.ms = Math.round(performance.now() - started);
    if (afterwards) ctx.res.once("close", afterwards);
    send(ctx, answer);
  };
}

function send(ctx: Context, answer: ProviderAnswer): void {
  ctx.body = answer.bytes ?? answer.body;
  ctx.status = answer.status;
  ctx.set(answer.headers);
}

/** Never answers: this tests the client's own timeout. */
function holdSocket(ctx: Context, holdMs: number): void {
  ctx.respond = false;
  const cut = setTimeout(() => ctx.req.socket.destroy(), holdMs).unref();
  ctx.res.once("close", () => clearTimeout(cut));
}
