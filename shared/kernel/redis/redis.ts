import { Redis, type RedisOptions } from "ioredis";
import { config } from "../config/config.js";
import { log } from "../observability/log.js";
import { isBestEffortQueue, queueNames, type QueueName } from "../queue/queueNames.js";
import { cacheKeys, keysOf } from "./keys.js";
import { isCluster, serverOf, type Route } from "./server.js";

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

function connect(route: Route, name: string, options: ClientOptions): Redis {
  const client = new Redis({
    connectTimeout: 3_000,
    // At random, so that not all processes reconnect at the same moment.
    retryStrategy: (times: number) => Math.round(Math.min(times * 100, 2_000) * (0.5 + Math.random() / 2)),
    reconnectOnError: (error) => (isElsewhere(error) ? SEND_AGAIN : false),
    ...options,
    ...serverOf(route),
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
    connect(route, name, { ...options, ...override })) as Redis["duplicate"];
  open.add(client);
  client.on("end", () => open.delete(client));
  // A client that was disconnected explicitly may be connected again.
  client.on("ready", () => open.add(client));
  reviveAfterEnd(client);
  return client;
}

/** As ioredis has it: connect anew, and send the refused command again. */
const SEND_AGAIN = 2;
/** The server is no master any more, its slot has moved, or its cluster is not whole: another one may serve. */
const isElsewhere = ({ message }: Error): boolean => /^(?:MOVED|READONLY|CLUSTERDOWN|MASTERDOWN) /.test(message);

/**
 * A client that is asked to reconnect while it still looks for its master, as BullMQ does when a blocking command takes too
 * long, ends for good, and its worker would look alive and take nothing. So whoever did not end by our will begins again.
 */
function reviveAfterEnd(client: Redis): void {
  let isWanted = true;
  const { disconnect, quit } = client;
  client.disconnect = (reconnect = false) => {
    isWanted = reconnect;
    disconnect.call(client, reconnect);
  };
  client.quit = ((...args: []) => {
    isWanted = false;
    return quit.apply(client, args);
  }) as Redis["quit"];
  client.on("ready", () => (isWanted = true));
  client.on("end", () => {
    if (isWanted && !isOver) setTimeout(() => void client.connect().catch(() => undefined), REVIVE_MS).unref();
  });
}
const REVIVE_MS = 500;

/** Queues of the same Redis share a connection; on a cluster each has its own. */
const producers = new Map<string, Redis>();
let cache: Redis | undefined;

const urlOf = (queue?: QueueName): string =>
  queue && isBestEffortQueue(queue) ? config.REDIS_VOLATILE_URL : config.REDIS_URL;
export const routeOf = (queue?: QueueName): Route => ({ url: urlOf(queue), key: keysOf(queue) });
export const cacheRoute = (): Route => ({ url: config.REDIS_CACHE_URL, key: cacheKeys() });
/** What is the same for whoever shares a connection. */
const nameOf = ({ url, key }: Route): string => (isCluster(url) ? `${url} ${key}` : url);

/** For adding jobs, of a queue or of most: fails at once when Redis is away, as the outbox keeps the work. */
export function producerRedis(queue?: QueueName): Redis {
  const route = routeOf(queue);
  let producer = producers.get(nameOf(route));
  if (!producer) {
    producer = connect(route, "producer", {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      socketTimeout: SILENT_MS.producer,
    });
    producers.set(nameOf(route), producer);
  }
  return producer;
}

/** A queue of each Redis where jobs are, undefined for that of most; on a cluster each queue counts as one. */
export function queueOfEachRedis(): (QueueName | undefined)[] {
  const byName = new Map<string, QueueName | undefined>();
  for (const queue of [undefined, ...queueNames]) {
    const name = nameOf(routeOf(queue));
    if (!byName.has(name)) byName.set(name, queue);
  }
  return [...byName.values()];
}

/**
 * Opens the connections for adding jobs, as a first command would be refused before there is one. Waits for them, for some
 * seconds at most.
 */
export async function openProducers(): Promise<void> {
  await Promise.all(queueOfEachRedis().map((queue) => redisReady(producerRedis(queue))));
}

/** For workers and queue events: waits for ever, as BullMQ requires. One per caller. */
export function blockingRedis(name: string, queue?: QueueName): Redis {
  return connect(routeOf(queue), name, { maxRetriesPerRequest: null, socketTimeout: SILENT_MS.blocking });
}

/** For limits and small caches, where a lost reply costs nothing. */
export function cacheRedis(): Redis {
  cache ??= connect(cacheRoute(), "cache", {
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
  const client = connect(queue ? routeOf(queue) : cacheRoute(), "subscriber", {
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
  (await withinASecond(producerRedis(), async (client) => (await client.ping()) === "PONG")) ?? false;

/** Whether the Redis of a queue, or of most, answers over a connection made for this. Throws why it does not. */
export async function redisAnswersAnew(queue: QueueName | undefined, withinMs: number): Promise<boolean> {
  const client = briefRedis(routeOf(queue), withinMs);
  const timer = setTimeout(() => client.disconnect(), withinMs).unref();
  try {
    await client.connect();
    return (await client.ping()) === "PONG";
  } finally {
    clearTimeout(timer);
    client.disconnect();
  }
}

/** A connection for a few questions, that is given up when they are not answered in time. */
export function briefRedis(route: Route, withinMs: number): Redis {
  const client = new Redis({
    ...serverOf(route),
    lazyConnect: true,
    connectTimeout: withinMs,
    commandTimeout: withinMs,
    retryStrategy: () => null,
    sentinelRetryStrategy: () => null,
  });
  // `connect` throws it as well.
  client.on("error", () => undefined);
  return client;
}

/** Why Redis takes no job though it answers, in its own words, as when its memory is full; undefined: it does, or is away. */
export async function redisRefuses(): Promise<string | undefined> {
  const probe = (client: Redis, key: string): Promise<string | undefined> =>
    client.set(key, "1", "PX", 1_000).then(
      () => undefined,
      (error: unknown) => (error instanceof Error && error.name === "ReplyError" ? error.message : undefined),
    );
  const queues = queueOfEachRedis().filter((queue) => !queue || !isBestEffortQueue(queue));
  const refusals = queues.map((queue) =>
    withinASecond(producerRedis(queue), (client) => probe(client, `${keysOf(queue)}:takes-writes`)),
  );
  return (await Promise.all(refusals)).find((refusal) => refusal !== undefined);
}

/** Undefined where there was no answer in time. */
async function withinASecond<T>(client: Redis, question: (client: Redis) => Promise<T>): Promise<T | undefined> {
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
