import { clock } from "../time/clock.js";
import { findJob, keptWhenEnded, ROUTINE, type JobData } from "../queue/jobs.js";
import { log } from "../observability/log.js";
import { outboxRelayed } from "../observability/metrics.js";
import { outsideTransaction } from "../mongo/mongo.js";
import { markRows } from "./marks.js";
import { claimedKey, type OutboxRow } from "./row.js";
import { lookAfterRelay } from "./times.js";
import { queueNamed } from "../queue/queues.js";
import type { QueueName } from "../queue/queueNames.js";

/** Rows committed by this process and not relayed yet; carried together, so that a burst is a few writes. */
const waiting = new Map<string, Relayable>();
let running: Promise<void> | undefined;
const BATCH = 200;

/** What of a row goes to Redis. */
type Relayable = Pick<
  OutboxRow,
  | "_id"
  | "run"
  | "job"
  | "v"
  | "payload"
  | "about"
  | "requestId"
  | "traceparent"
  | "dueAt"
  | "again"
  | "openKey"
  | "unclaimed"
>;

/**
 * Right after a commit: carries the row to Redis in the next batch, and writes nothing of it: most jobs have ended before
 * the walk comes, which tells of the others that they are relayed. Never throws; the walk is the second chance too.
 */
export function relaySoon(row: Relayable & Pick<OutboxRow, "state">): void {
  if (row.state === "held") return;
  waiting.set(bullIdOf(row), row);
  running ??= drainWaiting();
}

/** Waits until everything this process committed has been tried once. */
export async function relayIdle(): Promise<void> {
  while (running) await running;
}

async function drainWaiting(): Promise<void> {
  // A turn of the event loop gathers what commits together.
  await new Promise((resolve) => setImmediate(resolve));
  try {
    while (waiting.size > 0) {
      const rows = [...waiting.values()].slice(0, BATCH);
      for (const row of rows) waiting.delete(bullIdOf(row));
      await outsideTransaction(() => relayRows(rows)).catch((error: unknown) =>
        log.warn({ err: error, rows: rows.length }, "relay after commit failed; the walk will do it"),
      );
    }
  } finally {
    // In the same step as the look that found nothing: what comes a moment later would wait for the next one.
    running = undefined;
  }
}

/** The BullMQ id of a row's current run. */
export const bullIdOf = (row: Pick<OutboxRow, "_id" | "run">): string => `o-${row._id}-${row.run}`;

/** Puts rows into Redis; those of jobs that this process does not know are left. */
async function relayRows(rows: readonly Relayable[]): Promise<void> {
  const byQueue = new Map<QueueName, Relayable[]>();
  for (const row of rows) {
    const job = findJob(row.job);
    if (job) byQueue.set(job.queue, [...(byQueue.get(job.queue) ?? []), row]);
  }
  const troubles: unknown[] = [];
  // A queue that fails does not hold up the others.
  for (const [queue, group] of byQueue) await addToRedis(queue, group).catch((error: unknown) => troubles.push(error));
  if (troubles.length > 0) throw new AggregateError(troubles, `${troubles.length} of ${byQueue.size} queues`);
}

/** Rows of one queue. Twice the same row and run is one BullMQ job. */
async function addToRedis(queue: QueueName, group: readonly Relayable[]): Promise<void> {
  await queueNamed(queue).addBulk(group.map(asBullJob));
  outboxRelayed.inc({ queue }, group.length);
}

/** What of a queue still waits for its relay, or was relayed and has not ended yet: to Redis, and told so. */
export async function relayGroup(queue: QueueName, group: readonly Relayable[]): Promise<void> {
  await addToRedis(queue, group);
  await markRows(
    ["held", "waiting"],
    group.map(({ _id, run, dueAt }) => ({
      _id,
      run,
      update: { $set: { state: "relayed", nextLookAt: lookAfterRelay(dueAt), looks: 0 } },
    })),
  );
}

function asBullJob(row: Relayable) {
  const job = findJob(row.job)!;
  const key = claimedKey(row);
  const data: JobData = {
    payload: row.payload,
    v: row.v,
    requestId: row.requestId,
    ...(row.traceparent ? { traceparent: row.traceparent } : {}),
    about: row.about,
    outboxId: row._id,
    run: row.run,
    ...(row.again ? { again: row.again } : {}),
    ...(key === undefined ? {} : { key }),
  };
  const delay = row.dueAt.getTime() - clock.ms();
  return {
    name: row.job,
    data,
    opts: {
      jobId: bullIdOf(row),
      attempts: job.options.attempts,
      ...(job.options.backoff ? { backoff: job.options.backoff } : {}),
      ...(delay > 0 ? { delay } : {}),
      ...(job.isRoutine?.(row.payload) ? ROUTINE : {}),
      ...keptWhenEnded,
    },
  };
}
