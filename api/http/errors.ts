import type { Context, Middleware } from "koa";
import { config } from "#shared/kernel/config/config.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { AppError, declaredStatus, errors, errorText } from "#shared/kernel/request/errors.js";
import { log } from "#shared/kernel/observability/log.js";
import { isLostRace, isMongoAway } from "#shared/kernel/mongo/mongo.js";
import { isStoreAway } from "#shared/kernel/storage/storage.js";
import type { Endpoint } from "./endpoint.js";
import { codesOf, ownCodes } from "./documents/codes.js";
import type { Envelope } from "./envelope.js";

/** A business refusal is HTTP 200 unless declared otherwise; other codes are statuses (rules: Envelope and limits). */
export function httpStatus(code: number): number {
  if (config.ENVELOPE_ALWAYS_200) return 200;
  return declaredStatus(code) ?? (code < 600 ? code : 200);
}

/** The only place that turns errors into responses. Unexpected ones are logged and show no internal text. */
export const answerErrors: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (thrown) {
    answerError(ctx, asAppError(thrown));
  }
};

function answerError(ctx: Context, thrown: AppError): void {
  const endpoint = ctx.state["endpoint"] as Endpoint | undefined;
  const error = endpoint && config.NODE_ENV === "test" ? documented(endpoint, thrown) : thrown;
  const envelope: Envelope = {
    code: error.code,
    data: endpoint?.failureData ?? null,
    msg: error === thrown ? errorText(error, currentLanguage()) : error.message,
  };
  // A provider, or a browser, takes 200 for done.
  const isUnread = errors.NotOffered.is(error) && endpoint !== undefined && endpoint.reply !== "envelope";
  ctx.status = isUnread ? 404 : httpStatus(error.code);
  if (error.retryAfterSeconds !== undefined) ctx.set("retry-after", String(error.retryAfterSeconds));
  ctx.state["outcome"] = error.name;
  ctx.body = envelope;
}

/** Tests fail by a refusal that the endpoint's documentation does not list; production answers it. */
function documented(endpoint: Endpoint, error: AppError): AppError {
  if (error.code === errors.Internal.code || !ownCodes(endpoint) || codesOf(endpoint).has(error.code)) return error;
  const name = `${error.name} (${error.code}) of ${endpoint.method} ${endpoint.path}`;
  log.error({ err: error }, "an undocumented refusal");
  return Object.assign(errors.Internal(), { message: `${name} is not documented: npm run errors` });
}

export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isMongoAway(thrown)) {
    log.error({ err: thrown }, "MongoDB is away");
    return errors.StillWorking({}, 5);
  }
  if (isStoreAway(thrown)) {
    log.error({ err: thrown }, "a store is away");
    return errors.StillWorking({}, 5);
  }
  if (isLostRace(thrown)) {
    log.warn({ err: thrown }, "a transaction lost every race");
    return errors.StillWorking({}, 1);
  }
  log.error({ err: thrown }, "unexpected error");
  return errors.Internal();
}
