import { z } from "zod";
import { once } from "#shared/kernel/queue/repeats.js";
import { defineAsk, defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";
import { seconds } from "#shared/kernel/time/clock.js";

/**
 * Sends one SMS code. Running it twice is harmless: a message that was sent is not sent again, as the row's delivery
 * state moves waiting -> sending -> sent by guarded writes and the second run finds it moved. If it is unknown whether
 * the provider acted (no answer, a worker that died), the same code is sent once more: the member gets it twice.
 */
export const sendSms = defineJob({
  name: "member.sendSms",
  needs: "sms",
  queue: "sms",
  v: 1,
  payload: z.object({ smsCodeId: Id, sealedId: z.string() }),
  key: ({ smsCodeId }) => String(smsCodeId),
  ignoresRepeats: once("a code is a row of its own, enqueued by who writes it"),
  about: ({ smsCodeId }) => ({ smsCodeId }),
  maxRunMs: seconds(15),
  options: { attempts: 6, backoff: { type: "exponential", delay: 1_000 } },
});

/**
 * Has the captcha provider check an answer. Running it twice is harmless: the provider takes an answer once, and the caller
 * solves another one.
 */
export const verifyCaptchaJob = defineAsk<boolean>()({
  name: "member.verifyCaptcha",
  needs: "captcha",
  queue: "social",
  v: 1,
  payload: z.object({ tokenBox: z.string(), action: z.string(), ip: z.string() }),
  maxRunMs: seconds(5),
});

/**
 * Sends the old mobile the notice that it was replaced. Running it twice is harmless, as with sendSms: the row's
 * delivery state is moved by guarded writes.
 */
export const sendMobileChangeNotice = defineJob({
  name: "member.sendMobileChangeNotice",
  needs: "sms",
  queue: "sms",
  v: 1,
  payload: z.object({ smsId: Id }),
  key: ({ smsId }) => String(smsId),
  ignoresRepeats: once("a message is a row of its own, enqueued by who writes it"),
  about: ({ smsId }) => ({ smsId }),
  maxRunMs: seconds(15),
});

/**
 * Notifies the phone of two merged members that they are one. Running it twice is harmless, as with sendSms: the row's
 * delivery state is moved by guarded writes.
 */
export const sendMergeNotice = defineJob({
  name: "member.sendMergeNotice",
  needs: "sms",
  queue: "sms",
  v: 1,
  payload: z.object({ smsId: Id }),
  key: ({ smsId }) => String(smsId),
  ignoresRepeats: once("a message is a row of its own, enqueued by who writes it"),
  about: ({ smsId }) => ({ smsId }),
  maxRunMs: seconds(15),
});

/**
 * Kicks a member out of the chat because one of their sessions ended elsewhere. Running it twice is harmless: a member
 * who is out stays out, and one who signed in more than two minutes later is not kicked out.
 */
export const kickOutJob = defineJob({
  name: "member.kickOut",
  needs: "chat",
  queue: "im",
  v: 1,
  payload: z.object({ memberId: Id, endedAt: z.number().int() }),
  key: ({ memberId, endedAt }) => `${memberId}-${endedAt}`,
  ignoresRepeats: once("its key has the millisecond in which the session ended"),
  about: ({ memberId }) => ({ memberId }),
  maxRunMs: seconds(10),
});
