import { config } from "#shared/kernel/config/config.js";
import { log } from "#shared/kernel/observability/log.js";
import { isOutboxEndingFull } from "#shared/kernel/outbox/ending.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { limitOf } from "./queueSlots.js";
import type { QueueWorker } from "./queueWorker.js";

const EVERY_MS = 5_000;

/**
 * A worker can look healthy and take nothing any more (a connection reset at a bad moment, jobs that hang). This one
 * judges by consumption: work waits, a slot is free or all of them are held by jobs past their maxRunMs, and nothing was
 * taken for WORKER_STUCK_SECONDS -> `onStuck` has the process leave, and its supervisor starts it again. So it does when as
 * many runs were given up as there are slots. What else the process runs ends, or is handed back, before it is gone.
 */
export function startWatchdog(
  workers: QueueWorker[],
  onStuck: (queue: string) => void,
  storesAnswer: () => boolean,
): () => void {
  const timer = setInterval(() => void lookAtWorkers(workers, onStuck, storesAnswer()), EVERY_MS);
  return () => clearInterval(timer);
}

/** One look at each. While a store answers nobody, runs hang in every process: another one would be no better. */
export async function lookAtWorkers(
  workers: QueueWorker[],
  onStuck: (queue: string) => void,
  storesAnswer = true,
): Promise<void> {
  for (const state of workers) {
    alarmOverrun(state);
    // What was given up holds memory and connections, and never comes to an end by itself.
    if (storesAnswer && state.givenUp >= state.concurrency) onStuck(state.queue);
    try {
      if (await isStuck(state)) onStuck(state.queue);
    } catch {
      // Redis away: nobody can take anything. The span begins when it is back.
      delete state.workWaitsSince;
    }
  }
}

/** Work was there at one look after the other, for WORKER_STUCK_SECONDS, and nothing was taken between them. */
async function isStuck(state: QueueWorker): Promise<boolean> {
  const now = Date.now();
  const isExcused = isBusy(state) || state.suspect?.isAlone || isOutboxEndingFull();
  if (now - state.lastTakeAt < EVERY_MS || isExcused || !(await hasWork(state))) {
    delete state.workWaitsSince;
    return false;
  }
  if (state.workWaitsSince === undefined || state.workWaitsSince < state.lastTakeAt) state.workWaitsSince = now;
  return now - state.workWaitsSince >= config.WORKER_STUCK_SECONDS * 1_000;
}

async function hasWork(state: QueueWorker): Promise<boolean> {
  const queue = queueNamed(state.queue);
  const [waiting, paused, limited] = await Promise.all([
    queue.getJobCountByTypes("waiting", "prioritized"),
    queue.isPaused(),
    queue.getRateLimitTtl(limitOf(state.queue)?.max),
  ]);
  // As operators see it: it is no worker's fault to have nothing to take.
  if (waiting === 0) state.lastTakeAt = Date.now();
  return waiting > 0 && !paused && limited <= 0;
}

/** No slot is free, and at least one of them will be. */
function isBusy({ running, concurrency }: QueueWorker): boolean {
  if (running.size < concurrency) return false;
  return [...running.values()].some(({ job, startedAt }) => Date.now() - startedAt <= job.maxRunMs);
}

function alarmOverrun(state: QueueWorker): void {
  for (const [jobId, { job, startedAt }] of state.running) {
    const ms = Date.now() - startedAt;
    if (ms > job.maxRunMs && ms < job.maxRunMs + EVERY_MS)
      log.error({ job: job.name, jobId, ms, maxRunMs: job.maxRunMs }, "job runs longer than it may");
  }
}
