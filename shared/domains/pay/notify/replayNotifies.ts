import { recordOperation } from "#shared/domains/audit/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { enqueueAll } from "#shared/kernel/outbox/enqueue.js";
import { notifyFilter, type NotifySearch } from "./pageNotifyTasks.js";
import { NotifyTaskModel, type NotifyTaskDoc } from "./notifyTask.model.js";
import { deliverNotifyJob } from "../pay.jobs.js";
import { NotifyStatus } from "../order/payOrder.states.js";

const BATCH = 50;
const MOST = 2_000;

/** The filter of the page, for abandoned (20) or delivered (10) ones. */
type ReplaySearch = Omit<NotifySearch, "status"> & {
  status: typeof NotifyStatus.delivered | typeof NotifyStatus.abandoned;
};

/**
 * An operator replays all deliveries of a filter, oldest first, each with a new ladder and the same message id. At most
 * 2,000 per call; `left` is how many were not reached. Each batch of 50 is one transaction with its audit row, so that
 * the next call continues after a crash.
 */
export async function replayNotifies(search: ReplaySearch): Promise<{ replayed: number; left: number }> {
  let replayed = 0;
  // By id, not by status: a delivery that fails for good at once would match again.
  let reached = 0;
  for (;;) {
    const batch = await replayBatch(search, reached, Math.min(BATCH, MOST - replayed));
    replayed += batch.length;
    reached = batch.at(-1)?._id ?? reached;
    if (batch.length < BATCH || replayed >= MOST) break;
  }
  return { replayed, left: await NotifyTaskModel.countDocuments({ ...notifyFilter(search), _id: { $gt: reached } }) };
}

async function replayBatch(search: ReplaySearch, reached: number, most: number): Promise<NotifyTaskDoc[]> {
  return inTransaction(async () => {
    const batch = await NotifyTaskModel.find({ ...notifyFilter(search), _id: { $gt: reached } })
      .sort({ _id: 1 })
      .limit(most)
      .lean<NotifyTaskDoc[]>();
    if (batch.length === 0) return batch;
    const nextTryAt = clock.now();
    const { modifiedCount } = await NotifyTaskModel.bulkWrite(
      batch.map(({ _id, status, tries }) => ({
        updateOne: {
          filter: { _id, status, tries },
          update: { $set: { status: NotifyStatus.waiting, ladderFrom: tries, nextTryAt } },
        },
      })),
    );
    if (modifiedCount !== batch.length) throw new LostRace(`deliveries after ${reached}`);
    await enqueueAll(
      batch.map(({ _id, tries }) => ({
        job: deliverNotifyJob as never,
        payload: { notifyId: _id, tryNumber: tries + 1 },
      })),
    );
    await recordOperation({
      module: "pay",
      action: "notify.replayAll",
      bizId: `${batch[0]!._id}-${batch.at(-1)!._id}`,
      before: search,
      after: { status: NotifyStatus.waiting, ids: batch.map(({ _id }) => _id) },
    });
    return batch;
  });
}
