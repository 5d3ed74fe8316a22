import { config } from "../config/config.js";
import type { JobData, JobDefinition } from "./jobs.js";
import { log } from "../observability/log.js";
import type { QueueName } from "./queueNames.js";
import { queueNamed } from "./queues.js";
import { keysOf } from "../redis/keys.js";
import { producerRedis } from "../redis/redis.js";

/**
 * Adds a job that is in Redis alone; rejects when Redis did not take it. A job whose key is there already is skipped, and
 * jobs with a key do not count against their queue's budget.
 */
export async function addBestEffort(
  job: Pick<JobDefinition, "name" | "queue" | "options">,
  data: JobData,
  { delayMs, key }: { delayMs: number; key: string | null },
): Promise<void> {
  const bytes = key === null ? Buffer.byteLength(JSON.stringify(data.payload ?? null)) : undefined;
  await queueNamed(job.queue).add(
    job.name,
    { ...data, ...(bytes === undefined ? {} : { bytes }) },
    {
      ...(key === null ? {} : { jobId: bullIdOfKey(key) }),
      attempts: job.options.attempts,
      ...(job.options.backoff ? { backoff: job.options.backoff } : {}),
      ...(delayMs > 0 ? { delay: delayMs } : {}),
      removeOnComplete: true,
      // Its dead letter holds what it was about.
      removeOnFail: true,
    },
  );
  if (bytes === undefined) return;
  const look = looks.get(job.queue);
  if (look) look.addedBytes += bytes;
  addBytes(job.queue, bytes);
}

/** BullMQ takes no colon in an id. */
const bullIdOfKey = (key: string): string => `v-${key.replaceAll(":", "-")}`;

/** A best-effort job has ended for good, so its payload no longer counts against its queue's budget. */
export function releaseBytes(queue: QueueName, { bytes }: JobData): void {
  if (bytes !== undefined) addBytes(queue, -bytes);
}

const bytesKey = (queue: QueueName): string => `${keysOf(queue)}:volatile-bytes`;

/** A count lost by a crash or an outage is corrected when the queue is next empty. */
function addBytes(queue: QueueName, bytes: number): void {
  producerRedis(queue)
    .incrby(bytesKey(queue), bytes)
    .catch((error: unknown) => log.debug({ queue, err: error }, "bytes of a queue were not counted"));
}

/** The most best-effort jobs that may wait: more of them would take the memory that the others need. */
const MOST_WAITING = 10_000;
const LOOK_EACH_MS = 1_000;
interface Waiting {
  jobs: number;
  bytes: number;
}
const looks = new Map<QueueName, { at: number; waiting: Promise<Waiting>; addedBytes: number }>();

/**
 * Whether so many jobs wait in a queue, or such long ones, that it should take no more for now. At most a second old, plus
 * what this process added since.
 */
export async function isCrowded(queue: QueueName, most = MOST_WAITING): Promise<boolean> {
  const now = Date.now();
  let look = looks.get(queue);
  if (!look || now - look.at > LOOK_EACH_MS) {
    look = { at: now, waiting: lookAt(queue), addedBytes: 0 };
    looks.set(queue, look);
    look.waiting.catch(() => looks.delete(queue));
  }
  const { jobs, bytes } = await look.waiting;
  return jobs > most || bytes + look.addedBytes > config.VOLATILE_QUEUE_BYTES;
}

async function lookAt(queue: QueueName): Promise<Waiting> {
  const redis = producerRedis(queue);
  const [jobs, active, counted] = await Promise.all([
    queueNamed(queue).getJobCountByTypes("waiting", "delayed"),
    queueNamed(queue).getActiveCount(),
    redis.get(bytesKey(queue)),
  ]);
  if (jobs + active > 0) return { jobs, bytes: Math.max(0, Number(counted ?? 0)) };
  if (counted !== null) await redis.del(bytesKey(queue));
  return { jobs: 0, bytes: 0 };
}
