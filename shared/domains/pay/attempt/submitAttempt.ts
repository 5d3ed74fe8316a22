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
 * Opens an attempt at its channel and stores, sealed, what the payer's client opens. Older attempts of the order are
 * asked about and closed first: one that is paid there settles, and this one ends with 1007003002. Then a wallet part is
 * frozen. A channel that says no
 * ends it with 1007002004; one that does not answer leaves it open (it may have acted), told as 503. Running it again
 * finds the stored content, or gets the same from the channel by the same number.
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
  await findLost(attempt);
  await hold(order, attempt);
  await PayAttemptModel.updateOne(
    { _id: attemptId, status: AttemptStatus.waiting },
    { $set: { toldAt: attempt.toldAt ?? clock.now() } },
  );
  const content = await prepay(order, attempt);
  await keepContent(attempt, content);
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

/** Only older ones: of two submits at once, the newer closes the other. What cannot be closed stays open. */
async function closeOlder(attempt: PayAttemptDoc): Promise<void> {
  try {
    await clearAttempts(attempt.payOrderId, attempt._id);
  } catch (error) {
    if (payErrors.AttemptPaid.is(error)) await endAttempt(attempt);
    throw error;
  }
}

/**
 * An attempt that was told to the channel before, and whose answer was lost or ran out: what became of it there is asked
 * before it is told again under its number. Throws 1007003002 when it is paid, 1007002004 when it is closed, 503 while
 * the channel is silent.
 */
async function findLost(attempt: PayAttemptDoc): Promise<void> {
  if (!attempt.toldAt) return;
  try {
    const found = await queryChannel(attempt);
    if (found === "paid") throw payErrors.AttemptPaid();
    if (found === "closed") throw payErrors.PayStartFailed({ code: "CLOSED", reason: "the attempt is closed" });
  } catch (error) {
    if (error instanceof ChannelUnsure && !error.answered) throw errors.StillWorking({}, 2);
    // In trouble but there: opening it will tell.
    if (!(error instanceof ChannelRefused) && !(error instanceof ChannelUnsure)) throw error;
  }
}

/** A wallet part is frozen before the channel is told; a balance that went elsewhere meanwhile ends the attempt. */
async function hold(order: PayOrderDoc, attempt: PayAttemptDoc): Promise<void> {
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
    // Paid already under this number: the answer of the first submit was lost.
    if (saysPaid.has(error.code) && (await queryChannel(attempt)) === "paid") throw payErrors.AttemptPaid();
    await endFailed(attempt, error);
    throw payErrors.PayStartFailed({ code: error.code, reason: error.reason });
  }
}

/** What the providers call a number that is paid already. */
const saysPaid = new Set(["ORDERPAID", "ACQ.TRADE_HAS_SUCCESS"]);

/** Ends the attempt here; where the channel may have opened it all the same, it is closed there too. */
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

/** The first content stays: of two askers at once both get the same. */
async function keepContent(attempt: PayAttemptDoc, content: string): Promise<void> {
  const { _id } = attempt;
  const contentId = await sealValue(content, CONTENT_MS);
  const { matchedCount } = await PayAttemptModel.updateOne(
    { _id, status: AttemptStatus.waiting, contentId: attempt.contentId },
    { $set: { contentId } },
  );
  if (matchedCount === 1 || (await PayAttemptModel.exists({ _id, status: AttemptStatus.waiting }))) return;
  // Closed or paid while the channel opened it.
  await enqueue(closeAttemptJob, { attemptId: _id });
  const order = await findPayOrder(attempt.payOrderId);
  if (order) checkPayable(order);
  throw payErrors.PayStartFailed({ code: "CLOSED", reason: "another submit took its place" });
}
