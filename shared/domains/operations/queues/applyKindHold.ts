import { checkpoint } from "#shared/kernel/request/context.js";
import { holding, KindHoldModel, type KindHold } from "#shared/kernel/outbox/kindHolds.js";
import { mayBeInRedis } from "#shared/kernel/outbox/acts.js";
import { markRows } from "#shared/kernel/outbox/marks.js";
import { bullIdOf } from "#shared/kernel/outbox/relay.js";
import { OutboxModel, type OutboxRow, type OutboxState } from "#shared/kernel/outbox/row.js";
import { beginning } from "#shared/kernel/outbox/times.js";
import { findJob } from "#shared/kernel/queue/jobs.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { log } from "#shared/kernel/observability/log.js";

/** Rows per step. */
const STEP = 500;
/** Of a running one its end decides; one that nobody here knows is parked anyway. */
const held: OutboxState[] = ["held", "waiting", "relayed", "retrying"];

/** Brings the open rows of a kind in line with whether it is held now; each row by one guarded write. */
export async function applyKindHold(job: string): Promise<void> {
  const queue = findJob(job)?.queue;
  if (!queue) return;
  for (let found = STEP; found === STEP; checkpoint()) {
    const hold = await KindHoldModel.findById(job).lean<KindHold>();
    found = hold ? await holdRows(queue, hold) : await releaseRows(job);
  }
}

async function holdRows(openQueue: QueueName, { _id: job, operatorId, reason, at }: KindHold): Promise<number> {
  const queue = queueNamed(openQueue);
  const running = (await queue.getRanges(["active"])).map(rowOfBullId);
  const rows = await OutboxModel.find({
    openQueue,
    job,
    state: { $in: held },
    hold: { $exists: false },
    _id: { $nin: running },
  })
    .limit(STEP)
    .lean<OutboxRow[]>();
  const update = holding({ operatorId, reason, at, ofKind: true });
  await markRows(
    held,
    rows.map(({ _id, run }) => ({ _id, run, update })),
  );
  // What stays there has no effect: its run is over.
  await Promise.all(rows.filter(mayBeInRedis).map((row) => queue.remove(bullIdOf(row)))).catch((error: unknown) =>
    log.warn({ err: error, job }, "Redis did not follow the hold of a kind"),
  );
  return rows.length;
}

/** Of "o-17-1" it is 17; of a job without a row it is none that there is. */
const rowOfBullId = (bullId: string): number => Number(/^o-(\d+)-/.exec(bullId)?.[1] ?? 0);

async function releaseRows(job: string): Promise<number> {
  const rows = await OutboxModel.find({ "hold.at": { $gt: new Date(0) }, "hold.ofKind": true, job })
    .limit(STEP)
    .lean<OutboxRow[]>();
  await markRows(
    ["held"],
    rows.map(({ _id, run, dueAt }) => ({ _id, run, update: { $set: beginning(dueAt), $unset: { hold: 1 } } })),
  );
  return rows.length;
}
