import { Redis, type RedisOptions } from "ioredis";
import { config } from "../config/config.js";
import { log } from "../observability/log.js";
import { isBestEffortQueue, type QueueName } from "../queue/queueNames.js";

const open = new Set<Redis>();
/** What comes late, after the end, finds Redis away: a connection of its own would keep the process alive. */
let isOver = false;

type Habits = Pick<RedisOptions, "enableOfflineQueue" | "maxRetriesPerRequest" | "commandTimeout" | "socketTimeout">;

/**
 * A connection on which nothing came for so long, though an answer is due, is dead, even if nobody said so: a route that
 * died without a word. It is given up, and a new one is made. Those that block are answered each ten seconds at least.
 */
const SILENT_MS = { producer: 8_000, blocking: 13_000, cache: 3_000, subscriber: 6_000 };
const ASK_EACH_MS = 4_000;

function connect(url: string, name: string, habits: Habits): Redis {
  const client = new Redis(url, {
    connectTimeout: 3_000,
    // Not all processes at the same moment, when it is back.
    retryStrategy: (times: number) => Math.round(Math.min(times * 100, 2_000) * (0.5 + Math.random() / 2)),
    ...habits,
    lazyConnect: isOver,
  });
  if (isOver) client.disconnect();
  let toldAt = 0;
  client.on("error", (error: Error) => {
    if (Date.now() - toldAt < 10_000) return;
    toldAt = Date.now();
    log.warn({ redis: name, err: error }, "redis connection in trouble");
  });
  open.add(client);
  client.on("end", () => open.delete(client));
  // One that was ended by hand may be connected again.
  client.on("ready", () => open.add(client));
  return client;
}

/** By address: a queue whose Redis is that of the others shares their connection. */
const producers = new Map<string, Redis>();
let cache: Redis | undefined;

const urlOf = (queue?: QueueName): string =>
  queue && isBestEffortQueue(queue) ? config.REDIS_VOLATILE_URL : config.REDIS_URL;

/** For adding jobs, those of a queue or of most: fails at once when Redis is away, the outbox keeps the work. */
export function producerRedis(queue?: QueueName): Redis {
  const url = urlOf(queue);
  let producer = producers.get(url);
  if (!producer) {
    producer = connect(url, "producer", {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      socketTimeout: SILENT_MS.producer,
    });
    producers.set(url, producer);
  }
  return producer;
}

/** For workers and queue events: waits for ever, as BullMQ asks. One per caller. */
export function blockingRedis(name: string, queue?: QueueName): Redis {
  return connect(urlOf(queue), name, { maxRetriesPerRequest: null, socketTimeout: SILENT_MS.blocking });
}

/** For limits and small caches: a lost answer costs nothing. */
export function cacheRedis(): Redis {
  cache ??= connect(config.REDIS_CACHE_URL, "cache", {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: 500,
    socketTimeout: SILENT_MS.cache,
  });
  return cache;
}

/**
 * A connection of its own for a subscriber, to the cache or to a queue's Redis. Who only hears is owed no answer, and would
 * not notice that its route died: so it asks for one now and then.
 */
export function subscriberRedis(queue?: QueueName): Redis {
  const client = connect(queue ? urlOf(queue) : config.REDIS_CACHE_URL, "subscriber", {
    maxRetriesPerRequest: null,
    socketTimeout: SILENT_MS.subscriber,
  });
  const asking = setInterval(() => void client.ping().catch(() => undefined), ASK_EACH_MS).unref();
  client.on("end", () => clearInterval(asking));
  return client;
}

/** Waits for the first connection (bounded), so that an early command is not refused. */
export async function redisReady(client: Redis, ms = 3_000): Promise<boolean> {
  if (client.status === "ready") return true;
  return await new Promise<boolean>((resolve) => {
    const onReady = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      client.off("ready", onReady);
      resolve(false);
    }, ms);
    client.once("ready", onReady);
  });
}

export async function redisAnswers(): Promise<boolean> {
  const client = producerRedis();
  if (!(await redisReady(client, 500))) return false;
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), 1_000).unref());
  return Promise.race([
    client.ping().then(
      () => true,
      () => false,
    ),
    late,
  ]);
}

export async function disconnectRedis(): Promise<void> {
  isOver = true;
  for (const client of open) client.disconnect();
  open.clear();
  producers.clear();
  cache = undefined;
}
