import { clock } from "../time/clock.js";
import { findJob, retainedWhenEnded, ROUTINE, type JobData } from "../queue/jobs.js";
import { log } from "../observability/log.js";
import { countHandedOver } from "../observability/handedOver.js";
import { outboxRelayed } from "../observability/metrics.js";
import { outsideTransaction } from "../mongo/mongo.js";
import { markRows } from "./marks.js";
import { claimedKey, type OutboxRow } from "./row.js";
import { lookAfterRelay } from "./times.js";
import { queueNamed } from "../queue/queues.js";
import type { QueueName } from "../queue/queueNames.js";

/** Rows committed by this process and not relayed yet; relayed in batches, so that a burst is a few writes. */
const waiting = new Map<string, Relayable>();
let running: Promise<void> | undefined;
const BATCH = 200;

/** The fields of a row that go to Redis. */
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
  | "tried"
  | "openKey"
  | "unclaimed"
>;

/**
 * Relays the row in the next batch, right after its commit. The row is not marked as relayed: most jobs end before the walk
 * comes, and the walk marks the others. Never throws; the walk retries what fails.
 */
export function relaySoon(row: Relayable & Pick<OutboxRow, "state">): void {
  if (row.state === "held") return;
  waiting.set(bullIdOf(row), row);
  running ??= drainWaiting();
}

/** Waits until this process has tried once to relay everything it committed. */
export async function relayIdle(): Promise<void> {
  while (running) await running;
}

async function drainWaiting(): Promise<void> {
  // One turn of the event loop gathers rows that commit together.
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
    // In the same tick as the check that found nothing, or a row that comes right then would wait for the next one.
    running = undefined;
  }
}

/** A run of a row. */
export type Run = Pick<OutboxRow, "_id" | "run">;
/** The BullMQ id of a row's current run. */
export const bullIdOf = (row: Run): string => `o-${row._id}-${row.run}`;
/** Of a job without a row there is none. */
export function runOfBullId(bullId: string): Run[] {
  const [, _id, run] = /^o-(\d+)-(\d+)$/.exec(bullId) ?? [];
  return run === undefined ? [] : [{ _id: Number(_id), run: Number(run) }];
}

/** Puts rows into Redis, except those of jobs that this process does not know. */
async function relayRows(rows: readonly Relayable[]): Promise<void> {
  const byQueue = new Map<QueueName, Relayable[]>();
  for (const row of rows) {
    const job = findJob(row.job);
    if (job) byQueue.set(job.queue, [...(byQueue.get(job.queue) ?? []), row]);
  }
  const failures: unknown[] = [];
  // A queue that fails does not hold up the others.
  for (const [queue, group] of byQueue) await addToRedis(queue, group).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${byQueue.size} queues`);
}

/** Adds rows of one queue. The same row and run added twice is one BullMQ job. */
async function addToRedis(queue: QueueName, group: readonly Relayable[]): Promise<void> {
  await queueNamed(queue).addBulk(group.map(asBullJob));
  outboxRelayed.inc({ queue }, group.length);
  countHandedOver(queue, group.length);
}

/** Puts rows of a queue that wait for their relay, or were lost after it, into Redis, and marks them as relayed. */
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
    ...(row.tried ? { tried: row.tried } : {}),
    ...(key === undefined ? {} : { key }),
  };
  const delay = row.dueAt.getTime() - clock.ms();
  return {
    name: row.job,
    data,
    opts: {
      jobId: bullIdOf(row),
      attempts: Math.max(1, job.options.attempts - (row.tried ?? 0)),
      ...(job.options.backoff ? { backoff: job.options.backoff } : {}),
      ...(delay > 0 ? { delay } : {}),
      ...(job.isUrgent ? { lifo: true } : {}),
      ...(job.isRoutine?.(row.payload) ? ROUTINE : {}),
      ...retainedWhenEnded,
    },
  };
}
