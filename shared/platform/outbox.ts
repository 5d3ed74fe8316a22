import type { z } from "zod";
import { clock } from "./clock.js";
import { currentRequestId } from "./context.js";
import { nextId } from "./ids.js";
import type { JobDefinition } from "./jobs.js";
import { afterCommit, isDuplicateKey, isInTransaction, LostRace } from "./mongo.js";
import { relaySoon } from "./outboxRelay.js";
import { OutboxModel } from "./outboxRow.js";
import { addVolatile } from "./volatileJobs.js";

export interface EnqueueOptions {
  /** Not before this moment. */
  dueAt?: Date;
  delayMs?: number;
  /** An open job of the same key moves to the new moment, instead of being left as it is. */
  replace?: boolean;
}

/**
 * Work to do, written with what is being done: in a transaction it commits or vanishes with it. An open job of the same
 * key makes it a no-op (or moves it, with `replace`). Volatile jobs go straight to Redis.
 */
export async function enqueue<P extends z.ZodType, R>(
  job: JobDefinition<P, R>,
  payload: z.input<P>,
  { dueAt, delayMs = 0, replace = false }: EnqueueOptions = {},
): Promise<void> {
  const parsed = job.payload.parse(payload) as z.output<P>;
  const requestId = currentRequestId();
  const about = job.about?.(parsed) ?? {};
  if (job.volatile) {
    afterCommit(() => addVolatile(job, { payload: parsed, v: job.v, requestId, about }, delayMs));
    return;
  }
  const due = dueAt ?? clock.after(delayMs);
  const key = job.key ? `${job.name}:${job.key(parsed)}` : null;
  const row = { job: job.name, v: job.v, payload: parsed, about, requestId };
  const fresh = { dueAt: due, state: "due", open: true, run: 1, leaseUntil: null, endedAt: null } as const;
  const _id = await nextId("outbox");

  if (key === null) {
    await OutboxModel.create([{ _id, key, ...row, ...fresh }]);
    afterCommit(() => relaySoon(_id));
    return;
  }
  const open = await findOpen(key, replace ? { dueAt: due, payload: parsed } : undefined);
  if (open !== undefined) {
    if (replace) afterCommit(() => relaySoon(open));
    return;
  }
  try {
    await OutboxModel.create([{ _id, key, ...row, ...fresh }]);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // Another enqueued it just now. A transaction is lost by that and runs again; without one, we are done or move it.
    if (isInTransaction()) throw new LostRace(key);
    if (replace) return enqueue(job, payload, { dueAt: due, replace });
    return;
  }
  afterCommit(() => relaySoon(_id));
}

/** The open row of a key, moved to a new moment and run when `move` is given. */
async function findOpen(key: string, move: { dueAt: Date; payload: unknown } | undefined): Promise<number | undefined> {
  const filter = { key, open: true };
  const found = move
    ? await OutboxModel.findOneAndUpdate(
        filter,
        { $set: { ...move, state: "due", leaseUntil: null }, $inc: { run: 1 } },
        { projection: { _id: 1 }, lean: true },
      )
    : await OutboxModel.findOne(filter, { _id: 1 }).lean();
  return found?._id;
}
