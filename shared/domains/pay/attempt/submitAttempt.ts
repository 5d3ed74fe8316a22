import { ChannelRefused, ChannelUnsure } from "#shared/providers/pay/port.js";
import { walletErrors } from "#shared/domains/wallet/index.js";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { nowAbout } from "#shared/kernel/request/context.js";
import { errors } from "#shared/kernel/request/errors.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { sealValue } from "#shared/kernel/security/sealed.js";
import { queryChannel, endAttempt } from "./queryChannel.js";
import { clearAttempts } from "./clearAttempts.js";
import { clientFor, callbackUrl, prepayKindOf } from "../channel/channelClients.js";
import { payErrors } from "../pay.errors.js";
import { closeAttemptJob } from "../pay.jobs.js";
import { over, PayAttemptModel, type PayAttemptDoc } from "./payAttempt.model.js";
import type { PayOrderDoc } from "../order/payOrder.model.js";
import { checkPayable, findPayOrder, storedContent } from "../order/payOrder.queries.js";
import { dropWalletPart, holdWalletPart } from "./walletPart.js";
import { walletRefusal } from "./walletRefusals.js";
import { AttemptStatus } from "../order/payOrder.states.js";

const CONTENT_MS = minutes(10);

/**
 * Opens an attempt at its channel and stores, sealed, what the payer's client opens. It first queries and closes the
 * order's older attempts: one that is paid settles, and this one ends with 1007003002. Then it freezes the wallet part.
 * A channel that refuses ends the attempt with 1007002004; one that does not answer leaves it open (it may have acted)
 * and gives 503. Another run finds the stored content, or gets the same from the channel by the same number.
 */
export async function submitAttempt(attemptId: number): Promise<{ stored: true }> {
  const attempt = await PayAttemptModel.findById(attemptId).lean<PayAttemptDoc>();
  const order = attempt ? await findPayOrder(attempt.payOrderId) : null;
  if (!attempt || !order) throw payErrors.PayOrderNotFound();
  nowAbout({ payOrderId: attempt.payOrderId });
  checkPayable(order);
  checkOpen(attempt);
  if (await storedContent(attempt)) return { stored: true };
  await closeOlder(attempt);
  await checkSentBefore(attempt);
  await freezeWalletPart(order, attempt);
  await PayAttemptModel.updateOne(
    { _id: attemptId, status: AttemptStatus.waiting },
    { $set: { toldAt: attempt.toldAt ?? clock.now() } },
  );
  const content = await prepay(order, attempt);
  await storeContent(attempt, content);
  return { stored: true };
}

function checkOpen(attempt: PayAttemptDoc): void {
  if (attempt.status === AttemptStatus.paid) throw payErrors.AttemptPaid();
  if (attempt.status === AttemptStatus.closed)
    throw payErrors.PayStartFailed({
      code: attempt.failureCode ?? "CLOSED",
      reason: attempt.failureReason ?? "the attempt is closed",
    });
}

/** Only older ones: of two concurrent submits the newer closes the other. One that cannot be closed stays open. */
async function closeOlder(attempt: PayAttemptDoc): Promise<void> {
  try {
    await clearAttempts(attempt.payOrderId, attempt._id);
  } catch (error) {
    if (payErrors.AttemptPaid.is(error)) await endAttempt(attempt);
    throw error;
  }
}

/**
 * Queries an attempt that was sent to the channel before, as its response was lost or its content expired. Throws
 * 1007003002 when it is paid, 1007002004 when it is closed, 503 while the channel does not answer.
 */
async function checkSentBefore(attempt: PayAttemptDoc): Promise<void> {
  if (!attempt.toldAt) return;
  try {
    const found = await queryChannel(attempt);
    if (found === "paid") throw payErrors.AttemptPaid();
    if (found === "closed") throw payErrors.PayStartFailed({ code: "CLOSED", reason: "the attempt is closed" });
  } catch (error) {
    if (error instanceof ChannelUnsure && !error.answered) throw errors.StillWorking({}, 2);
    // The channel answered with an error: opening the attempt gives the definite result.
    if (!(error instanceof ChannelRefused) && !(error instanceof ChannelUnsure)) throw error;
  }
}

/** Freezes the wallet part before the channel is called; a balance that was spent meanwhile ends the attempt. */
async function freezeWalletPart(order: PayOrderDoc, attempt: PayAttemptDoc): Promise<void> {
  try {
    await holdWalletPart(order, attempt);
  } catch (error) {
    if (!walletErrors.BalanceShort.is(error)) throw error;
    await endAttempt(attempt);
    throw walletRefusal("balanceShort");
  }
}

async function prepay(order: PayOrderDoc, attempt: PayAttemptDoc): Promise<string> {
  try {
    const client = await clientFor(attempt);
    return await client.prepay({
      kind: prepayKindOf(attempt.channelCode, attempt.displayMode),
      no: attempt.no,
      subject: order.subject,
      amountFen: attempt.amountFen,
      expireAt: order.expireAt,
      notifyUrl: callbackUrl(attempt.channelId),
      openid: attempt.openid,
      returnUrl: attempt.returnUrl,
    });
  } catch (error) {
    if (error instanceof ChannelUnsure && !error.answered) throw errors.StillWorking({}, 2);
    if (!(error instanceof ChannelRefused) && !(error instanceof ChannelUnsure)) throw error;
    // Paid already under this number: the response of the first submit was lost.
    if (saysPaid.has(error.code) && (await queryChannel(attempt)) === "paid") throw payErrors.AttemptPaid();
    await endFailed(attempt, error);
    throw payErrors.PayStartFailed({ code: error.code, reason: error.reason });
  }
}

/** The providers' error codes for a number that is paid already. */
const saysPaid = new Set(["ORDERPAID", "ACQ.TRADE_HAS_SUCCESS"]);

/** Ends the attempt here; closes it at the channel too when that may have opened it. */
async function endFailed(attempt: PayAttemptDoc, error: ChannelRefused | ChannelUnsure): Promise<void> {
  await inTransaction(async () => {
    await PayAttemptModel.updateOne(
      { _id: attempt._id, status: AttemptStatus.waiting },
      {
        $set: {
          status: AttemptStatus.closed,
          ...over(attempt._id),
          failureCode: error.code,
          failureReason: error.reason,
        },
      },
    );
    await dropWalletPart(attempt);
    if (error instanceof ChannelUnsure) await enqueue(closeAttemptJob, { attemptId: attempt._id });
  });
}

/** Stores the first content only, so that concurrent submits get the same. */
async function storeContent(attempt: PayAttemptDoc, content: string): Promise<void> {
  const { _id } = attempt;
  const contentId = await sealValue(content, CONTENT_MS);
  const { matchedCount } = await PayAttemptModel.updateOne(
    { _id, status: AttemptStatus.waiting, contentId: attempt.contentId },
    { $set: { contentId } },
  );
  if (matchedCount === 1 || (await PayAttemptModel.exists({ _id, status: AttemptStatus.waiting }))) return;
  // The attempt was closed or paid while the channel opened it.
  await enqueue(closeAttemptJob, { attemptId: _id });
  const order = await findPayOrder(attempt.payOrderId);
  if (order) checkPayable(order);
  throw payErrors.PayStartFailed({ code: "CLOSED", reason: "another submit took its place" });
}
