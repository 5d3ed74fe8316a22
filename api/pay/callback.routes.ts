import type { Context } from "koa";
import { z } from "zod";
import { endpoint, open } from "#api/http/endpoint.js";
import { receiveCallback, type Reception } from "#shared/domains/pay/index.js";

const Params = z.object({ channelId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).catch(0) });

/**
 * The provider's expected response: an empty 204, or "success" for Alipay, once the callback is stored; otherwise a
 * status that makes it retry, and the reason.
 */
const statusOf = { refused: 401, later: 503, noChannel: 404 } as const;

async function receive(ctx: Context, channelId: number, rawBody: Buffer): Promise<void> {
  const headers = Object.fromEntries(
    Object.entries(ctx.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
  const reception: Reception = await receiveCallback(channelId, headers, rawBody);
  const inWords = reception.family === "payplat";
  if (reception.outcome === "stored") {
    ctx.status = inWords ? 200 : 204;
    if (inWords) answerText(ctx, "success");
    return;
  }
  ctx.status = statusOf[reception.outcome];
  if (inWords) answerText(ctx, "failure");
  else ctx.body = { code: "FAIL", message: reception.reason };
}

/** Exactly these bytes: anything else counts as not received. */
function answerText(ctx: Context, text: string): void {
  ctx.type = "text/plain";
  ctx.body = text;
}

const words = ["text/plain", "application/json"];
const saidToProviders = { 200: words, 204: [], 401: words, 404: words, 503: words };

const callbackAt = (path: string, summary: string) =>
  endpoint({
    method: "post",
    path,
    access: open(),
    summary,
    input: { params: Params },
    reply: "raw",
    replies: saidToProviders,
    body: "raw",
    limit: "callback",
    handle: ({ ctx, params, rawBody }) => receive(ctx, params.channelId, rawBody),
  });

export const payCallbackEndpoints = [
  callbackAt("/callback/pay/:channelId", "Receives callbacks of a pay provider about payments"),
  callbackAt("/callback/pay/:channelId/refund", "Receives callbacks of a pay provider about refunds"),
];
