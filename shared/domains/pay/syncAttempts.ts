import { inBatches } from "#shared/platform/batches.js";
import { clock, minutes, seconds } from "#shared/platform/clock.js";
import type { JobDefinition } from "#shared/platform/jobs.js";
import { enqueueAll, type Work } from "#shared/platform/outbox.js";
import { closeAttemptJob, expirePayOrderJob, syncAttemptJob } from "./pay.jobs.js";
import { PayAttemptModel, type PayAttemptDoc } from "./payAttempt.model.js";
import { PayOrderModel, type PayOrderDoc } from "./payOrder.model.js";

/** So long an attempt is asked about each minute; then its payer has paid, or is gone. */
const FRESH_MS = minutes(10);
/** A little less than a minute: the next round comes then. */
const SOON_MS = seconds(55);
const LATER_MS = minutes(10);
const NEAR_EXPIRY_MS = minutes(2);
const SWEEP_AFTER_MS = minutes(1);
const BATCH = 200;
/** What is left is first in the next round. */
const ROUND_MS = seconds(20);

/**
 * One job for each open attempt whose time to be asked about has come: each minute while it is fresh, more rarely later.
 * Of an order that has ended it is a close. Whoever has waited longest comes first, and nobody waits behind those that
 * were asked about in this round.
 */
export async function syncAttempts(): Promise<void> {
  const until = Date.now() + ROUND_MS;
  await syncEnding();
  for (const due of [null, { $lte: clock.now() }]) {
    let taken: number;
    do taken = await syncDue(due);
    while (taken === BATCH && Date.now() < until);
  }
}

async function syncDue(nextAskAt: null | { $lte: Date }): Promise<number> {
  const due = await PayAttemptModel.find({ open: true, nextAskAt })
    .sort({ nextAskAt: 1 })
    .limit(BATCH)
    .lean<PayAttemptDoc[]>();
  if (due.length === 0) return 0;
  const waiting = await PayOrderModel.find(
    { _id: { $in: due.map(({ payOrderId }) => payOrderId) }, status: 0 },
    { _id: 1 },
  ).lean<PayOrderDoc[]>();
  const waitingIds = new Set(waiting.map(({ _id }) => _id));
  await enqueueAll(due.map((attempt) => askOrClose(attempt, waitingIds.has(attempt.payOrderId))));
  // After the jobs: a crash between the two asks once more, and leaves nobody out.
  const [fresh, older] = [due.filter(isFresh), due.filter((attempt) => !isFresh(attempt))];
  for (const [some, pauseMs] of [[fresh, SOON_MS] as const, [older, LATER_MS] as const])
    if (some.length > 0)
      await PayAttemptModel.updateMany(
        { _id: { $in: some.map(({ _id }) => _id) } },
        { $set: { nextAskAt: clock.after(pauseMs) } },
      );
  return due.length;
}

const askOrClose = ({ _id: attemptId }: PayAttemptDoc, isOrderWaiting: boolean): Work => ({
  job: (isOrderWaiting ? syncAttemptJob : closeAttemptJob) as unknown as JobDefinition,
  payload: { attemptId },
});

const isFresh = ({ createdAt }: PayAttemptDoc): boolean => clock.ms() - createdAt.getTime() < FRESH_MS;

/** Those of orders whose time is nearly over, whatever their own turn. */
async function syncEnding(): Promise<void> {
  const ending = waitingOrders({ $gt: clock.now(), $lte: clock.after(NEAR_EXPIRY_MS) });
  for await (const orders of inBatches(ending, BATCH)) {
    const near = await PayAttemptModel.find(
      { open: true, payOrderId: { $in: orders.map(({ _id }) => _id) } },
      { _id: 1 },
    ).lean<PayAttemptDoc[]>();
    await enqueueAll(near.map((attempt) => askOrClose(attempt, true)));
  }
}

/** Waiting orders past their time that nobody expired. */
export async function sweepExpired(): Promise<void> {
  const late = waitingOrders({ $lte: clock.after(-SWEEP_AFTER_MS) });
  for await (const orders of inBatches(late, BATCH))
    await enqueueAll(
      orders.map(({ _id: payOrderId }) => ({
        job: expirePayOrderJob as unknown as JobDefinition,
        payload: { payOrderId },
      })),
    );
}

/** By the end of their time, the nearest first. */
const waitingOrders = (expireAt: object): AsyncIterable<PayOrderDoc> =>
  PayOrderModel.find({ status: 0, expireAt }, { _id: 1 }).sort({ expireAt: 1 }).lean<PayOrderDoc>().cursor();
