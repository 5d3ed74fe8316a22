import type { z } from "zod";
import { clock } from "./clock.js";
import { currentRequestId } from "./context.js";
import { nextId } from "./ids.js";
import type { JobDefinition } from "./jobs.js";
import { afterCommit } from "./mongo.js";
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
  // An upsert, not an insert: a duplicate key would abort the transaction that this may stand in.
  const before = await OutboxModel.findOneAndUpdate(
    { key, open: true },
    replace
      ? { $set: { dueAt: due, state: "due", payload: parsed, leaseUntil: null }, $inc: { run: 1 }, $setOnInsert: { _id, job: row.job, v: row.v, about, requestId, endedAt: null } }
      : { $setOnInsert: { _id, ...row, dueAt: due, state: "due", run: 1, leaseUntil: null, endedAt: null } },
    { upsert: true, returnDocument: "before", lean: true, projection: { _id: 1 } },
  );
  if (!before) afterCommit(() => relaySoon(_id));
  else if (replace) afterCommit(() => relaySoon(before._id));
}
