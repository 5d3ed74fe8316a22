import type { Context } from "koa";
import { z } from "zod";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { errors } from "#shared/kernel/request/errors.js";
import { optional } from "#api/http/fields.js";
import { idempotencyKeyOf } from "#api/http/cached/idempotency.js";

const Given = z.object({ refreshToken: optional(z.string().max(200)) });
/** The token is in the JSON body, or in the query (rules: Sign-in). */
export const refreshInput = { body: Given, query: Given };

interface RefreshInput {
  ctx: Context;
  body: z.output<typeof Given>;
  query: z.output<typeof Given>;
}

/** The token and its Idempotency-Key, which refreshOnce keeps in a way of its own. */
export function refreshGiven({ ctx, body, query }: RefreshInput): { token: string; key: string | undefined } {
  const token = body.refreshToken ?? query.refreshToken;
  if (token === undefined)
    throw errors.BadInput({ field: "refreshToken", reason: currentLanguage() === "zh" ? "必填" : "is required" });
  return { token, key: idempotencyKeyOf(ctx) };
}
