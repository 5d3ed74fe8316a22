import { inBatches } from "#shared/kernel/mongo/batches.js";
import { clock, days, minutes, seconds } from "#shared/kernel/time/clock.js";
import { enqueueEach } from "#shared/kernel/outbox/enqueue.js";
import { closeAttemptJob, expirePayOrderJob, syncAttemptJob } from "../pay.jobs.js";
import { PayAttemptModel, type PayAttemptDoc } from "./payAttempt.model.js";
import { PayOrderModel, type PayOrderDoc } from "../order/payOrder.model.js";
import { PayStatus } from "../order/payOrder.states.js";

/**
 * How long after one question the next is asked, by the attempt's age. A little less than a minute at first, as rounds come
 * each minute; what is open after a day could not be closed anywhere, and its merchant may be gone.
 */
const ladder = [
  { untilAge: minutes(10), pauseMs: seconds(55) },
  { untilAge: days(1), pauseMs: minutes(10) },
  { untilAge: Infinity, pauseMs: days(1) },
] as const;
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
    { _id: { $in: due.map(({ payOrderId }) => payOrderId) }, status: PayStatus.waiting },
    { _id: 1 },
  ).lean<Pick<PayOrderDoc, "_id">[]>();
  const waitingIds = new Set(waiting.map(({ _id }) => _id));
  const isWaiting = ({ payOrderId }: PayAttemptDoc): boolean => waitingIds.has(payOrderId);
  await enqueueEach(syncAttemptJob, due.filter(isWaiting).map(payloadOf));
  await enqueueEach(closeAttemptJob, due.filter((attempt) => !isWaiting(attempt)).map(payloadOf));
  // After the jobs: a crash between the two asks once more, and leaves nobody out.
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

/** Those of orders whose time is nearly over, whatever their own turn. */
async function syncEnding(): Promise<void> {
  const ending = waitingOrders({ $gt: clock.now(), $lte: clock.after(NEAR_EXPIRY_MS) });
  for await (const orders of inBatches(ending, BATCH)) {
    const near = await PayAttemptModel.find(
      { open: true, payOrderId: { $in: orders.map(({ _id }) => _id) } },
      { _id: 1 },
    ).lean<Pick<PayAttemptDoc, "_id">[]>();
    await enqueueEach(syncAttemptJob, near.map(payloadOf));
  }
}

/** Waiting orders past their time that nobody expired. */
export async function sweepExpired(): Promise<void> {
  const late = waitingOrders({ $lte: clock.after(-SWEEP_AFTER_MS) });
  for await (const orders of inBatches(late, BATCH))
    await enqueueEach(
      expirePayOrderJob,
      orders.map(({ _id: payOrderId }) => ({ payOrderId })),
    );
}

/** By the end of their time, the nearest first. */
const waitingOrders = (expireAt: object): AsyncIterable<Pick<PayOrderDoc, "_id">> =>
  PayOrderModel.find({ status: PayStatus.waiting, expireAt }, { _id: 1 })
    .sort({ expireAt: 1 })
    .lean<Pick<PayOrderDoc, "_id">>()
    .cursor();
