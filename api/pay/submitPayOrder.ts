import type { z } from "zod";
import { startAttempt, submittedAttempt, submitAttemptJob, type SubmittedAttempt } from "#shared/domains/pay/index.js";
import { ask, askWaitMs } from "#shared/platform/ask.js";
import { currentContext } from "#shared/platform/context.js";
import { errors } from "#shared/platform/errors.js";
import type { PaySubmitBody } from "./order.schemas.js";

/**
 * The attempt, and what the payer's client opens. The stored answer is read first; else a worker is asked to open it at
 * the channel, at most 5 s: a repeat finds the same attempt, and by then its answer.
 */
export async function submitPayOrder(
  memberId: number,
  body: z.output<typeof PaySubmitBody>,
): Promise<SubmittedAttempt> {
  const attempt = await startAttempt(memberId, {
    payOrderId: body.id,
    channelCode: body.channelCode,
    displayMode: body.displayMode,
    openid: body.channelExtras?.openid ?? null,
    walletPart: body.channelExtras?.wallet_combination_payment_price ?? "0",
    userIp: currentContext()?.ip ?? "",
  });
  const stored = await submittedAttempt(attempt._id);
  if (stored) return stored;
  await ask(submitAttemptJob, { attemptId: attempt._id }, { timeoutMs: askWaitMs.long });
  const answered = await submittedAttempt(attempt._id);
  if (!answered) throw errors.StillWorking({}, 2);
  return answered;
}
