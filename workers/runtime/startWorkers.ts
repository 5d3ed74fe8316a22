import type { QueueName } from "#shared/platform/queueNames.js";
import { loadProcessors } from "#workers/processors.js";
import { canary, canaryProcessor } from "./canary.js";
import { startQueueWorker, type QueueWorker } from "./worker.js";

/** Starts the workers of these queues in this process; only their processors are loaded. */
export async function startWorkers(queues: QueueName[]): Promise<QueueWorker[]> {
  const processors = await loadProcessors(queues);
  processors.set(canary.name, canaryProcessor);
  return queues.map((queue) => startQueueWorker(queue, processors));
}

/** Takes nothing new and waits for what runs. */
export async function drainWorkers(workers: QueueWorker[]): Promise<void> {
  await Promise.all(workers.map(({ worker }) => worker.close()));
}
