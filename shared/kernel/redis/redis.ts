import { Redis, type RedisOptions } from "ioredis";
import { config } from "../config/config.js";
import { log } from "../observability/log.js";
import { isBestEffortQueue, type QueueName } from "../queue/queueNames.js";

const open = new Set<Redis>();
/** Late callers find Redis away after the shutdown, as a new connection would keep the process alive. */
let isOver = false;

type ClientOptions = Pick<
  RedisOptions,
  "enableOfflineQueue" | "maxRetriesPerRequest" | "commandTimeout" | "socketTimeout"
>;

/**
 * A connection that received nothing for this long although a reply is due is dead, as when a route died silently; it is
 * replaced by a new one. Blocking commands get a reply every ten seconds at least.
 */
const SILENT_MS = { producer: 8_000, blocking: 13_000, cache: 3_000, subscriber: 6_000 };
const PING_EVERY_MS = 4_000;
/**
 * A new connection on which nothing comes back for this long before it is ready is replaced: it was accepted by a route
 * that died since, and no command that blocks is the reason. Without this, a worker took no job for 25 s after the route
 * was back, as long as the watchdog waits before it has the process replaced.
 */
const HANDSHAKE_MS = 4_000;

function connect(url: string, name: string, options: ClientOptions): Redis {
  const client = new Redis(url, {
    connectTimeout: 3_000,
    // At random, so that not all processes reconnect at the same moment.
    retryStrategy: (times: number) => Math.round(Math.min(times * 100, 2_000) * (0.5 + Math.random() / 2)),
    ...options,
    lazyConnect: isOver,
  });
  if (isOver) client.disconnect();
  let loggedAt = 0;
  client.on("error", (error: Error) => {
    if (Date.now() - loggedAt < 10_000) return;
    loggedAt = Date.now();
    log.warn({ redis: name, err: error }, "redis connection in trouble");
  });
  client.on("connect", () => {
    const { stream } = client;
    const late = (): void => void stream.destroy(new Error(`no answer to the handshake in ${HANDSHAKE_MS} ms`));
    stream.setTimeout(HANDSHAKE_MS, late);
  });
  client.on("ready", () => client.stream.setTimeout(0));
  // BullMQ duplicates a worker's connection for its blocking command.
  client.duplicate = ((override?: ClientOptions) =>
    connect(url, name, { ...options, ...override })) as Redis["duplicate"];
  open.add(client);
  client.on("end", () => open.delete(client));
  // A client that was disconnected explicitly may be connected again.
  client.on("ready", () => open.add(client));
  return client;
}

/** By URL: queues of the same Redis share a connection. */
const producers = new Map<string, Redis>();
let cache: Redis | undefined;

const urlOf = (queue?: QueueName): string =>
  queue && isBestEffortQueue(queue) ? config.REDIS_VOLATILE_URL : config.REDIS_URL;

/** For adding jobs, of a queue or of most: fails at once when Redis is away, as the outbox keeps the work. */
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

/** For workers and queue events: waits for ever, as BullMQ requires. One per caller. */
export function blockingRedis(name: string, queue?: QueueName): Redis {
  return connect(urlOf(queue), name, { maxRetriesPerRequest: null, socketTimeout: SILENT_MS.blocking });
}

/** For limits and small caches, where a lost reply costs nothing. */
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
 * A separate connection for a subscriber, to the cache or to a queue's Redis. A subscriber only receives, and would not
 * notice that its route died: so it sends a ping now and then.
 */
export function subscriberRedis(queue?: QueueName): Redis {
  const client = connect(queue ? urlOf(queue) : config.REDIS_CACHE_URL, "subscriber", {
    maxRetriesPerRequest: null,
    socketTimeout: SILENT_MS.subscriber,
  });
  const pinging = setInterval(() => void client.ping().catch(() => undefined), PING_EVERY_MS).unref();
  client.on("end", () => clearInterval(pinging));
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

/** Whether Redis answers within a second. */
export const redisAnswers = async (): Promise<boolean> =>
  (await withinASecond(async (client) => (await client.ping()) === "PONG")) ?? false;

/** Why Redis takes no job though it answers, in its own words, as when its memory is full; undefined: it does, or is away. */
export async function redisRefuses(): Promise<string | undefined> {
  const probe = (client: Redis): Promise<string | undefined> =>
    client.set(`${config.BULL_PREFIX}:takes-writes`, "1", "PX", 1_000).then(
      () => undefined,
      (error: unknown) => (error instanceof Error && error.name === "ReplyError" ? error.message : undefined),
    );
  return withinASecond(probe);
}

/** Undefined where there was no answer in time. */
async function withinASecond<T>(question: (client: Redis) => Promise<T>): Promise<T | undefined> {
  const client = producerRedis();
  if (!(await redisReady(client, 500))) return undefined;
  const timeout = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 1_000).unref());
  return Promise.race([question(client).catch(() => undefined), timeout]);
}

export async function disconnectRedis(): Promise<void> {
  isOver = true;
  for (const client of open) client.disconnect();
  open.clear();
  producers.clear();
  cache = undefined;
}
