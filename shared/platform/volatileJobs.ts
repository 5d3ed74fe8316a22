import { keptWhenEnded, type JobData, type JobDefinition } from "./jobs.js";
import type { QueueName } from "./queueNames.js";
import { queueNamed } from "./queues.js";

/** Adds a job that lies in Redis alone; rejects when Redis did not take it. */
export async function addVolatile(
  job: Pick<JobDefinition, "name" | "queue" | "options">,
  data: JobData,
  delayMs: number,
): Promise<void> {
  await queueNamed(job.queue).add(job.name, data, {
    attempts: job.options.attempts,
    ...(job.options.backoff ? { backoff: job.options.backoff } : {}),
    ...(delayMs > 0 ? { delay: delayMs } : {}),
    ...keptWhenEnded,
    removeOnComplete: true,
  });
}

/** Waiting jobs that lie in Redis alone: more of them would take the room that the others need. */
const MOST_WAITING = 10_000;
const LOOK_EACH_MS = 1_000;
const looks = new Map<QueueName, { at: number; waiting: Promise<number> }>();

/** Do so many jobs wait in a queue that it should take no more for now? As of a second ago at most. */
export async function isCrowded(queue: QueueName, most = MOST_WAITING): Promise<boolean> {
  const now = Date.now();
  let look = looks.get(queue);
  if (!look || now - look.at > LOOK_EACH_MS) {
    look = { at: now, waiting: queueNamed(queue).getJobCountByTypes("waiting", "delayed") };
    looks.set(queue, look);
  }
  return (await look.waiting) > most;
}
