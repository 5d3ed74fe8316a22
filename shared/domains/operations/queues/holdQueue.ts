import { recordOperation } from "#shared/domains/audit/index.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { invalidateReads } from "./cachedReads.js";
import { withRedis } from "./queue.queries.js";

/** Workers take no more jobs of this queue until it is resumed; running jobs finish. Repeating is harmless. */
export async function pauseQueue(name: QueueName): Promise<true> {
  return holdQueue(name, true);
}

/** Resumes a paused queue. */
export async function resumeQueue(name: QueueName): Promise<true> {
  return holdQueue(name, false);
}

/** The audit row comes after the act, as Redis has no transactions and a failed act must have no row. */
async function holdQueue(name: QueueName, hold: boolean): Promise<true> {
  const queue = queueNamed(name);
  const paused = await withRedis(async () => {
    const before = await queue.isPaused();
    await (hold ? queue.pause() : queue.resume());
    return before;
  });
  invalidateReads();
  const action = hold ? "queue.pause" : "queue.resume";
  await recordOperation({ module: "infra", action, bizId: name, before: { paused }, after: { paused: hold } });
  return true;
}
