import { config } from "#shared/kernel/config/config.js";
import { log } from "#shared/kernel/observability/log.js";
import { isOutboxEndingFull } from "#shared/kernel/outbox/ending.js";
import { countReachableJobs, type JobCounts } from "#shared/kernel/queue/jobCounts.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { limitOf } from "./queueSlots.js";
import type { QueueWorker } from "./queueWorker.js";

const EVERY_MS = 5_000;

/**
 * A worker can look healthy and take no jobs any more (a connection reset at a bad moment, jobs that hang). The watchdog
 * judges by consumption: if work waits, a slot is free or all are held by jobs past their maxRunMs, and nothing was taken
 * for WORKER_STUCK_SECONDS, `onStuck` makes the process exit, and its supervisor starts it again. The same happens when as
 * many runs were abandoned as there are slots. Other jobs of the process end, or are handed back, before it exits.
 */
export function startWatchdog(
  workers: QueueWorker[],
  onStuck: (queue: string) => void,
  storesAnswer: () => boolean,
): () => void {
  const timer = setInterval(() => void lookAtWorkers(workers, onStuck, storesAnswer()), EVERY_MS);
  return () => clearInterval(timer);
}

/** Checks each worker once. While a store is down, runs hang in every process, so a replacement would be no better. */
export async function lookAtWorkers(
  workers: QueueWorker[],
  onStuck: (queue: string) => void,
  storesAnswer = true,
): Promise<void> {
  for (const state of workers) {
    alarmOverrun(state);
    // Abandoned runs hold memory and connections, and may never end.
    if (storesAnswer && state.abandoned >= state.concurrency) onStuck(state.queue);
  }
  const suspected = workers.filter((state) => !isExcused(state)).map(({ queue }) => queue);
  const counts = await countReachableJobs(suspected);
  for (const state of workers) if (await isStuck(state, counts.get(state.queue))) onStuck(state.queue);
}

const isExcused = (state: QueueWorker): boolean =>
  isBusy(state) || state.ofProcess.suspect !== undefined || isOutboxEndingFull();

/**
 * Whether work has waited at every check for WORKER_STUCK_SECONDS, and nothing was taken between them. Without counts it
 * is excused, or Redis is away and nobody can take a job; the time counts from then on.
 */
async function isStuck(state: QueueWorker, counts: JobCounts | undefined): Promise<boolean> {
  if (!counts || !(await hasWork(state, counts))) {
    delete state.workWaitsSince;
    return false;
  }
  const now = Date.now();
  if (state.workWaitsSince === undefined || state.workWaitsSince < state.lastTakeAt) state.workWaitsSince = now;
  return now - state.workWaitsSince >= config.WORKER_STUCK_SECONDS * 1_000;
}

async function hasWork(state: QueueWorker, { waiting, prioritized, paused }: JobCounts): Promise<boolean> {
  // Operators see this time: a worker with nothing to take is not stuck.
  if (waiting + prioritized === 0) {
    state.lastTakeAt = Date.now();
    return false;
  }
  if (paused) return false;
  const restMs = await queueNamed(state.queue)
    .getRateLimitTtl(limitOf(state.queue)?.max)
    .catch(() => Infinity);
  return restMs <= 0;
}

/** Whether no slot is free, but at least one will be. */
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
