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
import { sandbox } from "./environment.js";

const waiters = new Set<() => void>();
let watched: QueueWorker[] = [];

/** Tells `runJobs` of every job that ends in these workers. */
export function watchWorkers(workers: QueueWorker[]): void {
  watched = workers;
  const wake = (): void => {
    for (const waiter of waiters) waiter();
  };
  for (const { worker } of workers) {
    worker.on("completed", wake);
    worker.on("failed", wake);
  }
}

const isRunning = (): boolean => watched.some(({ running }) => running.size > 0);

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
  let isIdle = false;
  let failure: unknown;
  for (;;) {
    // Listening first: a job may end between the look and the wait.
    const ended = nextEnd();
    try {
      // What a job asked a provider for may be told by a callback that is on its way.
      const told = sandbox.callbacksIdle().then(() => true);
      const isTold = await Promise.race([told, ended.promise.then(() => false)]);
      await rollUpsEnqueued();
      await relayIdle();
      // To look while jobs run here finds them open, which is known.
      if (isRunning()) await ended.promise;
      await outboxEndingIdle();
      await asksRecorded();
      const open = await dueRows();
      const keyed = open.length > 0 ? [] : await keyedVolatile();
      const isQuiet = open.length + keyed.length === 0;
      if (isQuiet && isTold) return;
      if (isStuck())
        throw new Error(`jobs or callbacks do not end: ${open.map((row) => row.job).join(", ")}`, { cause: failure });
      if (isQuiet) continue;
      const known = await Promise.all(open.map(promote));
      // Relays what Redis does not know, and closes what has ended there without a word.
      // A round that lost a race to the workers' own writes is made again.
      if (known.includes(false) || isIdle) await walkOutbox({ aheadMs: FRESH_MS }).catch((error) => (failure = error));
      for (const job of keyed) if (await job.isDelayed()) await job.promote().catch(() => undefined); // taken meanwhile
      isIdle = (await ended.promise) === "nothing";
    } finally {
      ended.cancel();
    }
  }
}

const dueRows = (): Promise<OutboxRow[]> =>
  OutboxModel.find({
    state: { $in: ["held", "waiting", ...inRedis] },
    hold: { $exists: false },
    turn: { $exists: false },
    dueAt: { $lte: clock.now() },
  }).lean<OutboxRow[]>();

/** What waits in Redis alone, once a key: no row tells of it. */
async function keyedVolatile(): Promise<Job[]> {
  const names = definedJobs().filter((job) => job.bestEffort && job.key);
  const queues = new Set(names.map(({ queue }) => queue));
  const jobs = await Promise.all([...queues].map((queue) => queueNamed(queue).getJobs(["delayed", "wait", "active"])));
  return jobs.flat().filter((job) => names.some(({ name }) => name === job?.name));
}

/** Has a job that waits for its next try run now; tells whether Redis knows it. */
async function promote(row: OutboxRow): Promise<boolean> {
  const job = findJob(row.job);
  const known = job ? await queueNamed(job.queue).getJob(bullIdOf(row)) : undefined;
  // Refused for one that waits for nothing.
  await known?.promote().catch(() => undefined);
  return known !== undefined;
}

/** The next end of any job; looks again after 200 ms all the same, as a row may be moved without one. */
function nextEnd(): { promise: Promise<"end" | "nothing">; cancel: () => void } {
  let finish: (what: "end" | "nothing") => void = () => undefined;
  const promise = new Promise<"end" | "nothing">((resolve) => {
    const timer = setTimeout(() => finish("nothing"), 200);
    const end = (): void => finish("end");
    finish = (what) => {
      clearTimeout(timer);
      waiters.delete(end);
      resolve(what);
    };
    waiters.add(end);
  });
  return { promise, cancel: () => finish("nothing") };
}
