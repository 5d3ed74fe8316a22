import { plainRows } from "#shared/kernel/mongo/plainRows.js";
import { operatorNames } from "#shared/domains/operator/index.js";
import { KindHoldModel } from "#shared/kernel/outbox/kindHolds.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { findJob } from "#shared/kernel/queue/jobs.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";

/** A kind of job that is held, as operators see it. */
export interface HeldKind {
  job: string;
  queue: QueueName;
  by: string;
  reason: string;
  at: Date;
}

/** The held kinds of all queues, or of one; usually there is none. */
export async function readHeldKinds(queue?: QueueName): Promise<HeldKind[]> {
  const holds = await plainRows(KindHoldModel).find().sort({ at: 1 }).toArray();
  if (holds.length === 0) return [];
  const names = await operatorNames(holds.map(({ operatorId }) => operatorId));
  return holds.flatMap(({ _id: job, operatorId, reason, at }) => {
    const of = findJob(job)?.queue;
    return of && (queue === undefined || of === queue)
      ? [{ job, queue: of, by: names.get(operatorId) ?? "?", reason, at }]
      : [];
  });
}

const MOST_HELD = 10_000;
/** How many jobs of a held kind wait for its release; 10,000 means that many or more. */
export const countHeldJobs = (job: string): Promise<number> =>
  OutboxModel.countDocuments({ "hold.at": { $gt: new Date(0) }, "hold.ofKind": true, job }, { limit: MOST_HELD });
