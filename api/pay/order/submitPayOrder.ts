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

/** Paid at once. Open attempts at channels are closed first, by a worker, at most 5 s: only it may call out. */
async function submitToWallet(payer: Payer, { id, displayMode, returnUrl }: Submit): Promise<SubmittedAttempt> {
  const checked = await checkPayByWallet(payer, id);
  if (checked.attempts.length > 0) await ask(clearAttemptsJob, { payOrderId: id }, { timeoutMs: askWaitMs.long });
  const userIp = currentContext()?.ip ?? "";
  const { status } = await payByWallet(checked, { displayMode, returnUrl, userIp });
  return { status, displayMode: null, displayContent: null };
}

/**
 * The attempt, and what the payer's client opens. The stored answer is read first; else a worker is asked to open it at
 * the channel, at most 5 s: a repeat finds the same attempt, and by then its answer.
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
  const stored = await submittedAttempt(attempt._id);
  if (stored) return stored;
  // Double taps wait for one run: several would get in each other's way at the wallet.
  const { _id: attemptId, contentId } = attempt;
  await ask(submitAttemptJob, { attemptId, contentId }, { timeoutMs: askWaitMs.long, coalesce: true });
  const answered = await submittedAttempt(attempt._id);
  if (!answered) throw errors.StillWorking({}, 2);
  return answered;
}
