import { checkpoint } from "#shared/kernel/request/context.js";
import { inBatches } from "#shared/kernel/mongo/batches.js";
import { clock, days, minutes, seconds } from "#shared/kernel/time/clock.js";
import { enqueueEach } from "#shared/kernel/outbox/enqueue.js";
import { closeAttemptJob, expirePayOrderJob, syncAttemptJob } from "../pay.jobs.js";
import { PayAttemptModel, type PayAttemptDoc } from "./payAttempt.model.js";
import { PayOrderModel, type PayOrderDoc } from "../order/payOrder.model.js";
import { PayStatus } from "../order/payOrder.states.js";

/**
 * The pause between two queries, by the attempt's age. A little less than a minute at first, as rounds run each minute;
 * an attempt still open after a day could not be closed, and its merchant may be gone.
 */
const ladder = [
  { untilAge: minutes(10), pauseMs: seconds(55) },
  { untilAge: days(1), pauseMs: minutes(10) },
  { untilAge: Infinity, pauseMs: days(1) },
] as const;
const NEAR_EXPIRY_MS = minutes(2);
const SWEEP_AFTER_MS = minutes(1);
const BATCH = 200;
/** What this round does not reach comes first in the next one. */
const ROUND_MS = seconds(20);

/**
 * Enqueues one job for each open attempt that is due for a query: each minute while it is new, more rarely later. For
 * an order that has ended the job closes the attempt. The longest waiting come first, and never behind those already
 * queried in this round.
 */
export async function syncAttempts(): Promise<void> {
  const until = Date.now() + ROUND_MS;
  await syncExpiring();
  for (const due of [null, { $lte: clock.now() }]) {
    let taken: number;
    do {
      checkpoint();
      taken = await syncDue(due);
    } while (taken === BATCH && Date.now() < until);
  }
}

async function syncDue(nextAskAt: null | { $lte: Date }): Promise<number> {
  const due = await PayAttemptModel.find({ open: true, nextAskAt })
    .sort({ nextAskAt: 1 })
    .limit(BATCH)
    .lean<PayAttemptDoc[]>();
  if (due.length === 0) return 0;
  const waiting = await PayOrderModel.find(
    { _id: { $in: due.map(({ payOrderId }) => payOrderId) }, status: PayStatus.waiting },
    { _id: 1 },
  ).lean<Pick<PayOrderDoc, "_id">[]>();
  const waitingIds = new Set(waiting.map(({ _id }) => _id));
  const isWaiting = ({ payOrderId }: PayAttemptDoc): boolean => waitingIds.has(payOrderId);
  await enqueueEach(syncAttemptJob, due.filter(isWaiting).map(payloadOf));
  await enqueueEach(closeAttemptJob, due.filter((attempt) => !isWaiting(attempt)).map(payloadOf));
  // Written after the jobs: a crash between the two queries an attempt twice rather than never.
  for (const { untilAge, pauseMs } of ladder) {
    const ids = due.filter((attempt) => stepOf(attempt).untilAge === untilAge).map(({ _id }) => _id);
    if (ids.length > 0)
      await PayAttemptModel.updateMany({ _id: { $in: ids } }, { $set: { nextAskAt: clock.after(pauseMs) } });
  }
  return due.length;
}

const payloadOf = ({ _id: attemptId }: Pick<PayAttemptDoc, "_id">): { attemptId: number } => ({ attemptId });

const stepOf = ({ createdAt }: PayAttemptDoc): (typeof ladder)[number] =>
  ladder.find(({ untilAge }) => clock.ms() - createdAt.getTime() < untilAge)!;

/** Queries the attempts of orders that expire soon, even when they are not due. */
async function syncExpiring(): Promise<void> {
  const expiring = waitingOrders({ $gt: clock.now(), $lte: clock.after(NEAR_EXPIRY_MS) });
  for await (const orders of inBatches(expiring, BATCH)) {
    const near = await PayAttemptModel.find(
      { open: true, payOrderId: { $in: orders.map(({ _id }) => _id) } },
      { _id: 1 },
    ).lean<Pick<PayAttemptDoc, "_id">[]>();
    await enqueueEach(syncAttemptJob, near.map(payloadOf));
  }
}

/** Enqueues the expiry of waiting orders whose own expiry job was lost. */
export async function sweepExpired(): Promise<void> {
  const late = waitingOrders({ $lte: clock.after(-SWEEP_AFTER_MS) });
  for await (const orders of inBatches(late, BATCH))
    await enqueueEach(
      expirePayOrderJob,
      orders.map(({ _id: payOrderId }) => ({ payOrderId })),
    );
}

/** Sorted by expiry, the nearest first. */
const waitingOrders = (expireAt: object): AsyncIterable<Pick<PayOrderDoc, "_id">> =>
  PayOrderModel.find({ status: PayStatus.waiting, expireAt }, { _id: 1 })
    .sort({ expireAt: 1 })
    .lean<Pick<PayOrderDoc, "_id">>()
    .cursor();
