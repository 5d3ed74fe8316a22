import { Queue, QueueEvents } from "bullmq";
import { config } from "./config.js";
import { log } from "./log.js";
import type { QueueName } from "./queueNames.js";
import { blockingRedis, producerRedis } from "./redis.js";

const queues = new Map<QueueName, Queue>();
const events = new Map<QueueName, Promise<QueueEvents>>();

/** The producer's side of a queue, made once a process. */
export function queueNamed(name: QueueName): Queue {
  let queue = queues.get(name);
  if (!queue) {
    queue = new Queue(name, { connection: producerRedis(), prefix: config.BULL_PREFIX, skipWaitingForReady: true });
    queue.on("error", (error) => log.debug({ queue: name, err: error }, "queue in trouble"));
    queue.setMaxListeners(0);
    queues.set(name, queue);
  }
  return queue;
}

/** The events of a queue, for those who wait for an answer. Ready when the promise is. */
export function queueEvents(name: QueueName): Promise<QueueEvents> {
  let ready = events.get(name);
  if (!ready) {
    const listener = new QueueEvents(name, {
      connection: blockingRedis(`events-${name}`),
      prefix: config.BULL_PREFIX,
    });
    listener.setMaxListeners(0);
    listener.on("error", (error) => log.debug({ queue: name, err: error }, "queue events in trouble"));
    ready = listener.waitUntilReady().then(() => listener);
    events.set(name, ready);
  }
  return ready;
}

export async function closeQueues(): Promise<void> {
  await Promise.allSettled([...events.values()].map(async (ready) => (await ready).close()));
  await Promise.allSettled([...queues.values()].map((queue) => queue.close()));
  queues.clear();
  events.clear();
}
