import { ChannelRefused } from "#shared/providers/pay/port.js";
import { clock, hours, minutes } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { clientFor, callbackUrl } from "../channel/channelClients.js";
import { finishRefund } from "./finishRefund.js";
import { ASK_MERCHANTS_MS } from "./needsMerchant.js";
import { refundAtChannelJob } from "../pay.jobs.js";
import { PayAttemptModel, type PayAttemptDoc } from "../attempt/payAttempt.model.js";
import { PayRefundModel, type PayRefundDoc } from "./payRefund.model.js";
import { PayRefundStatus } from "../order/payOrder.states.js";
import { hasRechecks, isRecheckDue, recheckLater } from "./recheckRefund.js";

/** Under way, ended and contradicted by the channel's latest news, or to be asked about again. */
const isOpen = { $or: [{ status: PayRefundStatus.underWay }, { inDoubt: true }, hasRechecks] };

/**
 * Refunds through the channel. A refund that was sent before is queried first, in case the response was lost; its
 * number makes a repeated request the same refund. One that has ended is only queried, if in doubt or to be
 * asked about again. Throws while the channel does not answer.
 */
export async function refundAtChannel(refundId: number): Promise<void> {
  const refund = await PayRefundModel.findById(refundId).lean<PayRefundDoc>();
  if (!refund) return;
  const isUnderWay = refund.status === PayRefundStatus.underWay;
  const isRecheck = isRecheckDue(refund);
  if (!isUnderWay && !refund.inDoubt && !isRecheck) return;
  const attempt = await PayAttemptModel.findById(refund.attemptId).lean<PayAttemptDoc>();
  if (!attempt) throw new Error(`refund ${refund.no} has no payment`);
  const client = await clientFor(attempt);
  await markQueried(refund);
  if (refund.requestedAt) {
    const found = await client.queryRefund(refund.no, attempt.no);
    if (found.state !== "absent" || !isUnderWay) {
      await finishRefund(refund, found.state === "absent" ? notThere : found);
      if (isRecheck) await recheckLater(refund);
      return;
    }
  }
  try {
    const found = await client.refund({
      no: refund.no,
      paymentNo: attempt.no,
      paidFen: attempt.paidFen ?? attempt.amountFen,
      refundFen: refund.refundFen,
      reason: refund.reason,
      notifyUrl: `${callbackUrl(attempt.channelId)}/refund`,
    });
    await finishRefund(refund, found);
  } catch (error) {
    if (!(error instanceof ChannelRefused)) throw error;
    await finishRefund(refund, { state: "failed", code: error.code, reason: error.reason });
  }
}

/** An ended refund that the channel does not know. */
const notThere = { state: "failed", code: "NOT_FOUND", reason: "the channel does not know this refund" } as const;

/** The older a refund, the rarer it is queried: from every minute to every hour. */
async function markQueried(refund: PayRefundDoc): Promise<void> {
  const ageMs = clock.ms() - refund.createdAt.getTime();
  const pauseMs = refund.needsMerchant ? ASK_MERCHANTS_MS : Math.min(Math.max(ageMs / 4, minutes(1)), hours(1));
  const nextAskAt = clock.after(pauseMs);
  await PayRefundModel.updateOne(
    { _id: refund._id, ...isOpen },
    { $set: { requestedAt: refund.requestedAt ?? clock.now(), nextAskAt } },
  );
}

const MOST = 500;
/** Enqueues a job for each refund whose result is due for a query. */
export async function chaseRefunds(): Promise<void> {
  const due = await PayRefundModel.find({ ...isOpen, nextAskAt: { $lte: clock.now() } }, { _id: 1 })
    .sort({ nextAskAt: 1 })
    .limit(MOST)
    .lean<Pick<PayRefundDoc, "_id">[]>();
  for (const { _id } of due) await enqueue(refundAtChannelJob, { refundId: _id });
}
