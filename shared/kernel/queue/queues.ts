import { Queue } from "bullmq";
import { config } from "../config/config.js";
import { log } from "../observability/log.js";
import type { QueueName } from "./queueNames.js";
import { producerRedis } from "../redis/redis.js";

const queues = new Map<QueueName, Queue>();
let made = 0;

/**
 * The producer's side of a queue, made once a process. One that was made while Redis was away keeps its failure for ever:
 * it is let go, and the next who asks gets another one. So ask each time, and keep none.
 */
export function queueNamed(name: QueueName): Queue {
  const known = queues.get(name);
  if (known) return known;
  const queue = new Queue(name, {
    connection: producerRedis(name),
    prefix: config.BULL_PREFIX,
    skipWaitingForReady: true,
  });
  queue.on("error", (error) => log.debug({ queue: name, err: error }, "queue in trouble"));
  queue.setMaxListeners(0);
  queues.set(name, queue);
  made++;
  queue.waitUntilReady().catch(() => letGo(name, queue));
  return queue;
}

/** How often a queue was made: who holds some of them takes them anew when it has grown. */
export const queuesMade = (): number => made;

function letGo(name: QueueName, queue: Queue): void {
  if (queues.get(name) === queue) queues.delete(name);
  // The connection is everyone's and stays; only the queue's listeners on it go.
  queue.close().catch((error: unknown) => log.debug({ queue: name, err: error }, "a queue that never began"));
}

export async function closeQueues(): Promise<void> {
  await Promise.allSettled([...queues.values()].map((queue) => queue.close()));
  queues.clear();
}
