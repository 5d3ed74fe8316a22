import type { Job } from "bullmq";
import { rollUpsEnqueued } from "#shared/domains/catalog/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { definedJobs, findJob } from "#shared/kernel/queue/jobs.js";
import { asksRecorded } from "#shared/kernel/outbox/asks.js";
import { outboxEndingIdle } from "#shared/kernel/outbox/ending.js";
import { bullIdOf, relayIdle } from "#shared/kernel/outbox/relay.js";
import { inRedis, OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { FRESH_MS } from "#shared/kernel/outbox/times.js";
import { walkOutbox } from "#shared/kernel/outbox/walk.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import type { QueueWorker } from "#workers/runtime/queueWorker.js";

const waiters = new Set<() => void>();

/** Tells `runJobs` of every job that ends in these workers. */
export function watchWorkers(workers: QueueWorker[]): void {
  const wake = (): void => {
    for (const waiter of waiters) waiter();
  };
  for (const { worker } of workers) {
    worker.on("completed", wake);
    worker.on("failed", wake);
  }
}

/**
 * Runs every job that is due by the clock, and what these jobs enqueue, until nothing is. A job that waits for its next
 * try runs at once. Throws, and names them, when for `stuckMs` no job has ended, or when jobs come up again and again.
 */
export async function runJobs({ stuckMs = 60_000, mostEnds = 20_000 } = {}): Promise<void> {
  const seen = { ends: 0, endedAt: Date.now() };
  const see = (): void => {
    seen.ends++;
    seen.endedAt = Date.now();
  };
  waiters.add(see);
  try {
    await untilNothingIsDue(() => Date.now() - seen.endedAt > stuckMs || seen.ends > mostEnds);
  } finally {
    waiters.delete(see);
  }
}

async function untilNothingIsDue(isStuck: () => boolean): Promise<void> {
  for (;;) {
    // Listening first: a job may end between the look and the wait.
    const ended = nextEnd();
    await rollUpsEnqueued();
    await relayIdle();
    await outboxEndingIdle();
    await asksRecorded();
    await walkOutbox({ aheadMs: FRESH_MS });
    // The walk closes what has ended in Redis, perhaps before its own process has written that.
    await outboxEndingIdle();
    const open = await OutboxModel.find({
      state: { $in: ["held", "waiting", ...inRedis] },
      hold: { $exists: false },
      dueAt: { $lte: clock.now() },
    }).lean<OutboxRow[]>();
    const keyed = await keyedVolatile();
    if (open.length + keyed.length === 0) {
      ended.cancel();
      return;
    }
    if (isStuck()) throw new Error(`jobs do not end: ${open.map((row) => row.job).join(", ")}`);
    for (const row of open) await promote(row);
    for (const job of keyed) if (await job.isDelayed()) await job.promote().catch(() => undefined); // taken meanwhile
    await ended.promise;
  }
}

/** What waits in Redis alone, once a key: no row tells of it. */
async function keyedVolatile(): Promise<Job[]> {
  const names = definedJobs().filter((job) => job.bestEffort && job.key);
  const queues = new Set(names.map(({ queue }) => queue));
  const jobs = await Promise.all([...queues].map((queue) => queueNamed(queue).getJobs(["delayed", "wait", "active"])));
  return jobs.flat().filter((job) => names.some(({ name }) => name === job?.name));
}

async function promote(row: OutboxRow): Promise<void> {
  const job = findJob(row.job);
  const known = job ? await queueNamed(job.queue).getJob(bullIdOf(row)) : undefined;
  if (known && (await known.isDelayed())) await known.promote().catch(() => undefined); // taken meanwhile
}

/** The next end of any job; looks again after 200 ms all the same, as a row may be moved without one. */
function nextEnd(): { promise: Promise<void>; cancel: () => void } {
  let finish: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    const timer = setTimeout(() => finish(), 200);
    finish = () => {
      clearTimeout(timer);
      waiters.delete(finish);
      resolve();
    };
    waiters.add(finish);
  });
  return { promise, cancel: finish };
}
