import { recordOperation } from "#shared/domains/audit/index.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { invalidateQueues, withRedis } from "./queue.queries.js";

/** No worker takes a job of this queue any more, until it goes on. What runs ends. Twice is once. */
export async function pauseQueue(name: QueueName): Promise<true> {
  return holdQueue(name, true);
}

/** Lets a paused queue go on. */
export async function resumeQueue(name: QueueName): Promise<true> {
  return holdQueue(name, false);
}

/** The audit row follows the act: Redis knows no transaction, and a refused act makes no row. */
async function holdQueue(name: QueueName, hold: boolean): Promise<true> {
  const queue = queueNamed(name);
  const paused = await withRedis(async () => {
    const before = await queue.isPaused();
    await (hold ? queue.pause() : queue.resume());
    return before;
  });
  invalidateQueues();
  const action = hold ? "queue.pause" : "queue.resume";
  await recordOperation({ module: "infra", action, bizId: name, before: { paused }, after: { paused: hold } });
  return true;
}
