import { setTimeout as pause } from "node:timers/promises";
import { log } from "#shared/kernel/observability/log.js";
import type { QueueWork } from "#shared/kernel/process/process.model.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { loadProcessors } from "#workers/processors.js";
import { canaryProcessor } from "./canary.js";
import { countFromZero } from "./deadLetters.js";
import { PAUSES_AFTER_DEATHS_MS } from "./deaths.js";
import type { Processor } from "./processor.js";
import { startQueueWorker } from "./worker.js";
import type { OfProcess, QueueWorker, RunningJob } from "./queueWorker.js";

/** Starts the workers of these queues in this process; only their processors are loaded. */
export async function startWorkers(
  queues: QueueName[],
  more: Processor[] = [],
  pausesAfterDeathsMs = PAUSES_AFTER_DEATHS_MS,
): Promise<QueueWorker[]> {
  const processors = await loadProcessors(queues);
  for (const processor of [canaryProcessor, ...more]) processors.set(processor.job.name, processor);
  countFromZero(processors.keys());
  const ofProcess: OfProcess = { workers: [], pausesAfterDeathsMs };
  return queues.map((queue) => startQueueWorker(queue, processors, ofProcess));
}

/** The worker's state in the process's report. */
export const workOf = ({ queue, configured, concurrency, running, lastTakeAt }: QueueWorker): QueueWork => ({
  queue,
  configured,
  concurrency,
  running: running.size,
  lastTakeAt: new Date(lastTakeAt),
});

/**
 * Takes no new jobs and waits for running ones, `withinMs` at most. Longer ones are handed back for another process to take
 * at once, which does not count as a try; any job may repeat what it did. They are not aborted, as their outside calls would
 * fail and cost a try; they end with the process, in seconds.
 */
export async function drainWorkers(workers: QueueWorker[], withinMs = Infinity): Promise<void> {
  const closed = Promise.all(workers.map(({ worker }) => worker.close()));
  if (withinMs === Infinity) return void (await closed);
  const timeout = pause(withinMs, "late" as const, { ref: false });
  if ((await Promise.race([closed, timeout])) !== "late") return;
  await Promise.all(workers.flatMap((state) => [...state.running].map(([jobId, running]) => handBack(jobId, running))));
}

async function handBack(jobId: string, { job, bull, token, startedAt }: RunningJob): Promise<void> {
  // A job that hangs would hang in every next process, so its lock is left to expire, which counts as a stall.
  if (Date.now() - startedAt > job.maxRunMs) return;
  log.warn({ job: job.name, jobId }, "handed back: it takes longer than this process has");
  // If this fails, the job is taken again when its lock expires.
  await bull
    .moveToDelayed(Date.now(), token)
    .catch((error: unknown) => log.warn({ job: job.name, jobId, err: error }, "not handed back"));
}
