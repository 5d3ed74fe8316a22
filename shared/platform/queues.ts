import { Queue, QueueEvents } from "bullmq";
import { config } from "./config.js";
import { log } from "./log.js";
import type { QueueName } from "./queueNames.js";
import { blockingRedis, producerRedis } from "./redis.js";

const queues = new Map<QueueName, Queue>();
const events = new Map<QueueName, Promise<QueueEvents>>();
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

/** The events of a queue, for those who wait for an answer. Ready when the promise is; a failure is not kept either. */
export function queueEvents(name: QueueName): Promise<QueueEvents> {
  let ready = events.get(name);
  if (!ready) {
    ready = listenTo(name).catch((error: unknown) => {
      events.delete(name);
      throw error;
    });
    events.set(name, ready);
  }
  return ready;
}

async function listenTo(name: QueueName): Promise<QueueEvents> {
  const connection = blockingRedis(`events-${name}`, name);
  const listener = new QueueEvents(name, { connection, prefix: config.BULL_PREFIX });
  listener.setMaxListeners(0);
  listener.on("error", (error) => log.debug({ queue: name, err: error }, "queue events in trouble"));
  try {
    await listener.waitUntilReady();
  } catch (error) {
    connection.disconnect();
    throw error;
  }
  return listener;
}

export async function closeQueues(): Promise<void> {
  await Promise.allSettled([...events.values()].map(async (ready) => (await ready).close()));
  await Promise.allSettled([...queues.values()].map((queue) => queue.close()));
  queues.clear();
  events.clear();
}
