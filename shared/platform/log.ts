import { pino } from "pino";
import { config } from "./config.js";
import { currentContext } from "./context.js";

/** Keys whose values never reach a log, wherever they stand: secrets and personal data, in one place. */
const secretKeys = [
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
];

/**
 * One line a request, one a job. Fields, not sentences: {requestId, memberId, jobId, ...}. A failed try is warn, the
 * last one error.
 */
export const log = pino({
  level: config.LOG_LEVEL,
  base: null,
  redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: "[redacted]" },
  mixin() {
    const context = currentContext();
    if (!context) return {};
    const { requestId, jobId, actor } = context;
    return {
      requestId,
      ...(jobId ? { jobId } : {}),
      ...(actor?.kind === "member" ? { memberId: actor.memberId } : {}),
      ...(actor?.kind === "operator" ? { operatorId: actor.operatorId } : {}),
    };
  },
});
