import type { z } from "zod";
import {
  checkPayByWallet,
  clearAttemptsJob,
  payByWallet,
  startAttempt,
  submittedAttempt,
  submitAttemptJob,
  type Payer,
  type SubmittedAttempt,
} from "#shared/domains/pay/index.js";
import { ask, askWaitMs } from "#shared/kernel/queue/ask.js";
import { currentContext } from "#shared/kernel/request/context.js";
import { errors } from "#shared/kernel/request/errors.js";
import type { PaySubmitBody } from "./order.schemas.js";

type Submit = z.output<typeof PaySubmitBody>;

export function submitPayOrder(payer: Payer, body: Submit): Promise<SubmittedAttempt> {
  return body.channelCode === "wallet" ? submitToWallet(payer, body) : submitToChannel(payer, body);
}

/** Pays at once. First a worker closes open attempts at channels, at most 5 s: only workers may call providers. */
async function submitToWallet(payer: Payer, { id, displayMode, returnUrl }: Submit): Promise<SubmittedAttempt> {
  const checked = await checkPayByWallet(payer, id);
  if (checked.attempts.length > 0) await ask(clearAttemptsJob, { payOrderId: id }, { timeoutMs: askWaitMs.long });
  const userIp = currentContext()?.ip ?? "";
  const { status } = await payByWallet(checked, { displayMode, returnUrl, userIp });
  return { status, displayMode: null, displayContent: null };
}

/**
 * Returns the attempt and what the payer's client opens. A stored result is used first; otherwise a worker opens it at
 * the channel, at most 5 s: a repeated call finds the same attempt, and by then its result.
 */
async function submitToChannel(payer: Payer, body: Submit): Promise<SubmittedAttempt> {
  const attempt = await startAttempt(payer, {
    payOrderId: body.id,
    channelCode: body.channelCode,
    displayMode: body.displayMode,
    openid: body.channelExtras?.openid ?? null,
    walletPart: body.channelExtras?.wallet_combination_payment_price ?? "0",
    returnUrl: body.returnUrl,
    userIp: currentContext()?.ip ?? "",
  });
  const { _id: attemptId, contentId } = attempt;
  const stored = contentId === null ? undefined : await submittedAttempt(attemptId);
  if (stored) return stored;
  // Double taps share one run: several would conflict at the wallet.
  await ask(submitAttemptJob, { attemptId, contentId }, { timeoutMs: askWaitMs.long, coalesce: true });
  const answered = await submittedAttempt(attemptId);
  if (!answered) throw errors.StillWorking({}, 2);
  return answered;
}
