import type { QueryFilter } from "mongoose";
import { inTransaction, LostRace } from "../mongo/mongo.js";
import { enqueueAll } from "../outbox/enqueue.js";
import { moveState } from "../mongo/moveState.js";
import { clock, minutes } from "../time/clock.js";
import type { DeliveryDoc } from "./delivery.model.js";
import { notifyStates, NotifyStatus } from "./delivery.states.js";
import { enqueueTry, tryOf, type DeliveryKind } from "./deliveryKind.js";
import { hostOf } from "./notifyHost.js";

/**
 * In a transaction: sends a delivery again at once, under the same message id. One that has ended begins a new ladder, one
 * still on its ladder has its next try moved to now.
 */
export async function replayDelivery<D extends DeliveryDoc>(
  kind: DeliveryKind<D>,
  task: D,
  url: string = task.url,
): Promise<void> {
  const { _id, status, tries } = task;
  const set = { url, host: hostOf(url), nextTryAt: clock.now() };
  const where = { _id, tries };
  const tasks = kind.tasks as never as DeliveryKind<DeliveryDoc>["tasks"];
  const moved =
    status === NotifyStatus.waiting
      ? (await tasks.updateOne({ ...where, status }, { $set: set })).matchedCount === 1
      : await moveState(tasks, notifyStates, {
          where,
          from: status,
          to: NotifyStatus.waiting,
          set: { ...set, ladderFrom: tries },
        });
  // A try has ended meanwhile.
  if (!moved) throw new LostRace(`delivery ${_id}`);
  await enqueueTry(kind, _id, tries + 1, { replace: true });
}

const BATCH = 50;
const MOST_REPLAYED = 2_000;

/**
 * Sends all ended deliveries of a filter again, oldest first, each with a new ladder and the same message id. At most 2,000
 * per call; `left` is how many were not reached. Each batch of 50 is one transaction with its audit row, so that the next
 * call continues after a crash.
 */
export async function replayDeliveries<D extends DeliveryDoc>(
  kind: DeliveryKind<D>,
  filter: QueryFilter<D>,
  record: (ids: number[]) => Promise<void>,
): Promise<{ replayed: number; left: number }> {
  const of = kind as unknown as DeliveryKind<DeliveryDoc>;
  const beyond = (id: number) => ({ $and: [filter, { _id: { $gt: id } }] }) as QueryFilter<DeliveryDoc>;
  let replayed = 0;
  // By id, not by status: a delivery that fails for good at once would match again.
  let reached = 0;
  for (;;) {
    const batch = await replayBatch(of, beyond(reached), Math.min(BATCH, MOST_REPLAYED - replayed), record);
    replayed += batch.length;
    reached = batch.at(-1)?._id ?? reached;
    if (batch.length < BATCH || replayed >= MOST_REPLAYED) break;
  }
  return { replayed, left: await of.tasks.countDocuments(beyond(reached)) };
}

async function replayBatch(
  kind: DeliveryKind<DeliveryDoc>,
  filter: QueryFilter<DeliveryDoc>,
  most: number,
  record: (ids: number[]) => Promise<void>,
): Promise<DeliveryDoc[]> {
  return inTransaction(async () => {
    const batch = await kind.tasks.find(filter).sort({ _id: 1 }).limit(most).lean<DeliveryDoc[]>();
    if (batch.length === 0) return batch;
    const nextTryAt = clock.now();
    const { modifiedCount } = await kind.tasks.bulkWrite(
      batch.map(({ _id, status, tries }) => ({
        updateOne: {
          filter: { _id, status, tries },
          update: { $set: { status: NotifyStatus.waiting, ladderFrom: tries, nextTryAt } },
        },
      })),
    );
    if (modifiedCount !== batch.length) throw new LostRace(`deliveries from ${batch[0]!._id}`);
    await enqueueAll(batch.map(({ _id, tries }) => tryOf(kind, _id, tries + 1)));
    await record(batch.map(({ _id }) => _id));
    return batch;
  });
}

const OVERDUE_MS = minutes(10);
const MOST = 500;

/** When a delivery whose try was due then counts as overdue. */
export const revivedAfter = (nextTryAt: Date): Date => new Date(nextTryAt.getTime() + OVERDUE_MS);

/** Enqueues the try of deliveries that are long overdue, in case its job died; an open job stays as it is. */
export async function reviveDeliveries<D extends DeliveryDoc>(kind: DeliveryKind<D>): Promise<void> {
  const late = new Date(clock.ms() - OVERDUE_MS);
  const overdue = await (kind.tasks as never as DeliveryKind<DeliveryDoc>["tasks"])
    .find({ status: NotifyStatus.waiting, nextTryAt: { $lte: late } })
    .sort({ nextTryAt: 1 })
    .limit(MOST)
    .lean<DeliveryDoc[]>();
  for (const { _id, tries } of overdue) await enqueueTry(kind, _id, tries + 1);
}
