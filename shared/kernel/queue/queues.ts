import { Queue } from "bullmq";
import { log } from "../observability/log.js";
import type { QueueName } from "./queueNames.js";
import { keysOf } from "../redis/keys.js";
import { producerRedis } from "../redis/redis.js";

const queues = new Map<QueueName, Queue>();
let made = 0;

/**
 * The producer's side of a queue, made once per process. One that was made while Redis was away stays failed for ever: it
 * is dropped, and the next call makes another one. So call this each time, and keep no reference.
 */
export function queueNamed(name: QueueName): Queue {
  const known = queues.get(name);
  if (known) return known;
  const queue = new Queue(name, {
    connection: producerRedis(name),
    prefix: keysOf(name),
    skipWaitingForReady: true,
  });
  queue.on("error", (error) => log.debug({ queue: name, err: error }, "queue in trouble"));
  queue.setMaxListeners(0);
  queues.set(name, queue);
  made++;
  queue.waitUntilReady().catch(() => drop(name, queue));
  return queue;
}

/** How many queues were made: a caller that holds some fetches them again when it has grown. */
export const queuesMade = (): number => made;

function drop(name: QueueName, queue: Queue): void {
  if (queues.get(name) === queue) queues.delete(name);
  // The connection is shared and stays; only the queue's listeners on it are removed.
  queue
    .close()
    .catch((error: unknown) =>
      log.debug({ queue: name, err: error }, "a queue that was never ready could not be closed"),
    );
}

export async function closeQueues(): Promise<void> {
  await Promise.allSettled([...queues.values()].map((queue) => queue.close()));
  queues.clear();
}
