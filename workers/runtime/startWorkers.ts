import { setTimeout as pause } from "node:timers/promises";
import { log } from "#shared/kernel/observability/log.js";
import type { QueueWork } from "#shared/kernel/process/processes.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { loadProcessors } from "#workers/processors.js";
import { canaryProcessor } from "./canary.js";
import { countFromZero } from "./deadLetters.js";
import type { Processor } from "./processor.js";
import { startQueueWorker } from "./worker.js";
import type { QueueWorker, RunningJob } from "./queueWorker.js";

/** Starts the workers of these queues in this process; only their processors are loaded. */
export async function startWorkers(queues: QueueName[], more: Processor[] = []): Promise<QueueWorker[]> {
  const processors = await loadProcessors(queues);
  for (const processor of [canaryProcessor, ...more]) processors.set(processor.job.name, processor);
  countFromZero(processors.keys());
  return queues.map((queue) => startQueueWorker(queue, processors));
}

/** As the process reports it. */
export const workOf = ({ queue, concurrency, running, lastTakeAt }: QueueWorker): QueueWork => ({
  queue,
  concurrency,
  running: running.size,
  lastTakeAt: new Date(lastTakeAt),
});

/**
 * Takes nothing new and waits for what runs, `withinMs` at most: what takes longer is handed back, to be taken by another
 * process at once and without having lost a try. What it did so far it may do again, as any job may. It is not aborted: what
 * it waits for outside would be told as failed, and a try be lost; it ends with the process, in seconds.
 */
export async function drainWorkers(workers: QueueWorker[], withinMs = Infinity): Promise<void> {
  const closed = Promise.all(workers.map(({ worker }) => worker.close()));
  if (withinMs === Infinity) return void (await closed);
  const late = pause(withinMs, "late" as const, { ref: false });
  if ((await Promise.race([closed, late])) !== "late") return;
  await Promise.all(workers.flatMap((state) => [...state.running].map(([jobId, running]) => handBack(jobId, running))));
}

async function handBack(jobId: string, { job, bull, token, startedAt }: RunningJob): Promise<void> {
  // What hangs would hang in the next process too, for ever: its lock ends, and that counts.
  if (Date.now() - startedAt > job.maxRunMs) return;
  log.warn({ job: job.name, jobId }, "handed back: it takes longer than this process has");
  // Where that fails its lock ends, and it is taken then.
  await bull
    .moveToDelayed(Date.now(), token)
    .catch((error: unknown) => log.warn({ job: job.name, jobId, err: error }, "not handed back"));
}
