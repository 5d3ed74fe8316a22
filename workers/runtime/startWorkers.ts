import type { QueueWork } from "#shared/platform/processes.js";
import type { QueueName } from "#shared/platform/queueNames.js";
import { loadProcessors } from "#workers/processors.js";
import { canaryProcessor } from "./canary.js";
import { countFromZero } from "./deadLetters.js";
import type { Processor } from "./processor.js";
import { startQueueWorker, type QueueWorker } from "./worker.js";

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

/** Takes nothing new and waits for what runs. */
export async function drainWorkers(workers: QueueWorker[]): Promise<void> {
  await Promise.all(workers.map(({ worker }) => worker.close()));
}
