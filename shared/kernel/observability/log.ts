import { pino } from "pino";
import { config } from "../config/config.js";
import { currentContext } from "../request/context.js";

/** Keys whose values never reach a log, at any depth: secrets and personal data, in one place. */
const secretKeys = new Set([
  "password",
  "oldPassword",
  "newPassword",
  "authorization",
  "cookie",
  "accessToken",
  "refreshToken",
  "token",
  "code",
  "smsCode",
  "socialCode",
  "phoneCode",
  "loginCode",
  "secret",
  "mobile",
  "receiverMobile",
  "receiverName",
  "detailAddress",
  "openid",
  "privateKey",
]);
const DEPTH = 3;

/** Redacts the values of secret keys; copies only where there is one. Errors are left to pino. */
export function redactSecrets<T extends object>(fields: T, depth = DEPTH): T {
  let copy: Record<string, unknown> | undefined;
  for (const [key, value] of Object.entries(fields)) {
    let shown: unknown = value;
    if (secretKeys.has(key)) shown = "[redacted]";
    else if (depth > 1 && typeof value === "object" && value !== null && !(value instanceof Error))
      shown = redactSecrets(value, depth - 1);
    if (shown !== value) (copy ??= { ...fields } as Record<string, unknown>)[key] = shown;
  }
  return (copy as T | undefined) ?? fields;
}

/**
 * One write per line costs a busy worker a sixth of its time, so lines are written in batches, a fifth of a second late at
 * most. The last lines are written at the exit of the process; a SIGKILL may cost that fifth of a second.
 */
const destination = pino.destination({ sync: false, minLength: 8_192, periodicFlush: 200 });

/**
 * One line per request, one per job. Fields, not sentences: {requestId, memberId, jobId, ...}. A failed try is warn, the
 * last one error.
 */
export const log = pino(
  {
    level: config.LOG_LEVEL,
    base: null,
    formatters: { log: redactSecrets },
    mixin() {
      const context = currentContext();
      if (!context) return {};
      const { requestId, jobId, actor, span } = context;
      return {
        requestId,
        ...(jobId ? { jobId } : {}),
        ...(span ? { traceId: span.traceId } : {}),
        ...(actor?.kind === "member" ? { memberId: actor.memberId } : {}),
        ...(actor?.kind === "operator" ? { operatorId: actor.operatorId } : {}),
      };
    },
  },
  destination,
);
