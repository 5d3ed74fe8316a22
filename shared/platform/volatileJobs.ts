import type { JobData, JobDefinition } from "./jobs.js";
import { log } from "./log.js";
import { queueNamed } from "./queues.js";

/** Adds a job that may be lost. A Redis that is away costs this job, not the caller. */
export function addVolatile(
  job: Pick<JobDefinition, "name" | "queue" | "options">,
  data: JobData,
  delayMs: number,
): void {
  queueNamed(job.queue)
    .add(job.name, data, {
      attempts: job.options.attempts,
      ...(job.options.backoff ? { backoff: job.options.backoff } : {}),
      ...(delayMs > 0 ? { delay: delayMs } : {}),
      removeOnComplete: { count: 100 },
      removeOnFail: { count: 1_000, age: 7 * 86_400 },
    })
    .catch((error: unknown) => log.warn({ job: job.name, err: error }, "volatile job lost"));
}
