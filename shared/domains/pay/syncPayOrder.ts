import { ChannelRefused, ChannelUnsure } from "#shared/integrations/payChannel.js";
import { clock, minutes } from "#shared/platform/clock.js";
import { log } from "#shared/platform/log.js";
import { enqueue } from "#shared/platform/outbox.js";
import { askChannel } from "./askChannel.js";
import { closeAttemptJob, expirePayOrderJob, syncAttemptJob } from "./pay.jobs.js";
import { PayAttemptModel, type PayAttemptDoc } from "./payAttempt.model.js";
import { PayOrderModel, type PayOrderDoc } from "./payOrder.model.js";
import { findPayOrder, openAttempts } from "./payOrder.queries.js";

/** Asks the channel of each open attempt of a waiting order. A channel in trouble changes nothing. Answers how many. */
export async function syncPayOrder(payOrderId: number): Promise<{ asked: number }> {
  const order = await findPayOrder(payOrderId);
  if (order?.status !== 0) return { asked: 0 };
  const attempts = await openAttempts(payOrderId);
  for (const attempt of attempts) await syncQuietly(attempt);
  return { asked: attempts.length };
}

/** The same for one attempt, by schedule. */
export async function syncAttempt(attemptId: number): Promise<void> {
  const attempt = await PayAttemptModel.findOne({ _id: attemptId, open: true }).lean<PayAttemptDoc>();
  if (attempt) await syncQuietly(attempt);
}

async function syncQuietly(attempt: PayAttemptDoc): Promise<void> {
  try {
    await askChannel(attempt);
  } catch (error) {
    if (!(error instanceof ChannelRefused) && !(error instanceof ChannelUnsure)) throw error;
    log.warn({ no: attempt.no, code: error.code }, "the channel could not be asked");
  }
}

const FRESH_MS = minutes(10);
const NEAR_EXPIRY_MS = minutes(2);
const CLOSED_HEAL_MS = minutes(60 * 24);
const MOST = 500;

/**
 * One job for each attempt that may have been paid unheard: those of the last ten minutes and those of orders near their
 * end. Attempts that are still open though their order is closed get their close again.
 */
export async function syncAttempts(): Promise<void> {
  const since = new Date(clock.ms() - FRESH_MS);
  const fresh = await PayAttemptModel.find({ open: true, createdAt: { $gte: since } })
    .sort({ _id: 1 })
    .limit(MOST)
    .lean<PayAttemptDoc[]>();
  for (const attempt of fresh) await enqueue(syncAttemptJob, { attemptId: attempt._id });

  const soon = clock.after(NEAR_EXPIRY_MS);
  const ending = await PayOrderModel.find({ status: 0, expireAt: { $gt: clock.now(), $lte: soon } }, { _id: 1 })
    .limit(MOST)
    .lean<PayOrderDoc[]>();
  const near = await PayAttemptModel.find({ open: true, payOrderId: { $in: ending.map(({ _id }) => _id) } }).lean<
    PayAttemptDoc[]
  >();
  for (const attempt of near) await enqueue(syncAttemptJob, { attemptId: attempt._id });

  await closeForgotten();
}

async function closeForgotten(): Promise<void> {
  const since = new Date(clock.ms() - CLOSED_HEAL_MS);
  const before = new Date(clock.ms() - FRESH_MS);
  const open = await PayAttemptModel.find({ open: true, createdAt: { $gte: since, $lt: before } })
    .sort({ _id: 1 })
    .limit(MOST)
    .lean<PayAttemptDoc[]>();
  const orders = await PayOrderModel.find(
    { _id: { $in: open.map((one) => one.payOrderId) }, status: { $ne: 0 } },
    { _id: 1 },
  ).lean<PayOrderDoc[]>();
  const ended = new Set(orders.map(({ _id }) => _id));
  for (const attempt of open)
    if (ended.has(attempt.payOrderId)) await enqueue(closeAttemptJob, { attemptId: attempt._id });
}

const SWEEP_AFTER_MS = minutes(1);

/** Waiting orders past their time that nobody expired. */
export async function sweepExpired(): Promise<void> {
  const late = new Date(clock.ms() - SWEEP_AFTER_MS);
  const orders = await PayOrderModel.find({ status: 0, expireAt: { $lte: late } }, { _id: 1 })
    .sort({ expireAt: 1 })
    .limit(MOST)
    .lean<PayOrderDoc[]>();
  for (const order of orders) await enqueue(expirePayOrderJob, { payOrderId: order._id });
}
