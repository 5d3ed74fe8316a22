import { plainRows } from "#shared/kernel/mongo/plainRows.js";
import { operatorNames } from "#shared/domains/operator/index.js";
import { KindLimitModel } from "#shared/kernel/outbox/kindLimits.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { findJob } from "#shared/kernel/queue/jobs.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { clock, minutes } from "#shared/kernel/time/clock.js";

/** A kind of job that is limited to a rate, as operators see it. */
export interface LimitedKind {
  job: string;
  queue: QueueName;
  perMinute: number;
  by: string;
  reason: string;
  at: Date;
  /** How many due jobs wait for their turn; 10,000 means that many or more. */
  jobs: number;
  /** When those that wait now will have begun, if none has to be tried again; null: none waits. */
  through: Date | null;
}

/** The limited kinds of all queues, or of one; usually there is none. */
export async function readLimitedKinds(queue?: QueueName): Promise<LimitedKind[]> {
  const limits = (await plainRows(KindLimitModel).find().sort({ at: 1 }).toArray()).flatMap((limit) => {
    const of = findJob(limit._id)?.queue;
    return of && (queue === undefined || of === queue) ? [{ ...limit, queue: of }] : [];
  });
  if (limits.length === 0) return [];
  const names = await operatorNames(limits.map(({ operatorId }) => operatorId));
  const now = clock.ms();
  return Promise.all(
    limits.map(async ({ _id: job, queue: of, perMinute, operatorId, reason, at }): Promise<LimitedKind> => {
      const jobs = await countTurns(job);
      const through = jobs === 0 ? null : new Date(now + minutes(jobs / perMinute));
      return { job, queue: of, perMinute, by: names.get(operatorId) ?? "?", reason, at, jobs, through };
    }),
  );
}

const MOST_COUNTED = 10_000;
/** How many due jobs of the kind wait for their turn, or of those that are before one that is due then. */
export const countTurns = (job: string, before?: Date): Promise<number> =>
  OutboxModel.countDocuments(
    { "turn.job": job, "turn.dueAt": before ? { $lt: before } : { $lte: clock.now() } },
    { limit: MOST_COUNTED },
  );
