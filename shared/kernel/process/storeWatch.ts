import mongoose from "mongoose";
import { realTimers, seconds, type Timers } from "../time/clock.js";
import { config } from "../config/config.js";
import { isMongoConnected } from "../mongo/mongo.js";
import { log } from "../observability/log.js";
import { isBestEffortQueue, type QueueName } from "../queue/queueNames.js";
import { producerRedis, queueOfEachRedis, redisAnswersAnew } from "../redis/redis.js";

/** A store, checked over the connections that the process works with, or over a new one. */
interface WatchedStore {
  name: string;
  /** A busy process may wait longer for its own connections than for a new one. */
  ownBoundMs: number;
  answers: () => Promise<boolean>;
  answersNewConnection: () => Promise<boolean>;
}

const EVERY_MS = 5_000;
const BOUND_MS = 3_000;
/** By then the drivers have replaced dead connections themselves; a process still cut off is not helped by waiting. */
const CUT_OFF_TIMEOUT_MS = seconds(25);

export const watchedStores: readonly WatchedStore[] = [
  { name: "MongoDB", ownBoundMs: 8_000, answers: mongoAnswersHere, answersNewConnection: mongoAnswersAnew },
  ...queueOfEachRedis().map(redisStore),
];

/** By the connection for adding jobs of a queue, or of most. */
function redisStore(queue: QueueName | undefined): WatchedStore {
  return {
    name: nameOf(queue),
    // Shorter than the driver takes to replace a dead connection, or one would never be noticed.
    ownBoundMs: 4_000,
    answers: async () => (await producerRedis(queue).ping()) === "PONG",
    answersNewConnection: () => redisAnswersAnew(queue, BOUND_MS),
  };
}

/** On a cluster each queue has its node. */
function nameOf(queue: QueueName | undefined): string {
  if (queue === undefined) return "Redis";
  const isApart = config.REDIS_VOLATILE_URL !== config.REDIS_URL;
  return isBestEffortQueue(queue) && isApart ? "The volatile Redis" : `Redis, for the queue ${queue},`;
}

interface StoreWatch {
  /** Which stores do not answer this process, in words; empty when all do. */
  reasons: () => string[];
  stop: () => void;
}

/**
 * Watches whether MongoDB and Redis answer this process. A store that answers no connection is down, and comes back. When
 * it answers new connections, but for 25 s none that the process works with, `onCutOff` has the process replaced.
 */
export function startStoreWatch(onCutOff: (why: string) => void): StoreWatch {
  const watch = watchStores(watchedStores, onCutOff);
  const timer = setInterval(() => void watch.look(), EVERY_MS).unref();
  return { reasons: watch.reasons, stop: () => clearInterval(timer) };
}

/** The same, checking when `look` is called. */
export function watchStores(
  watched: readonly WatchedStore[],
  onCutOff: (why: string) => void,
  timers: Timers = realTimers,
): { reasons: () => string[]; look: () => Promise<void> } {
  const troubles = new Map<string, { reason: string; cutOffSince?: number }>();
  let looking = false;

  async function bounded(answers: Promise<boolean>, ms: number): Promise<boolean> {
    const timeout = new Promise<false>((resolve) => timers.setTimeout(() => resolve(false), ms).unref());
    return Promise.race([answers.catch(() => false), timeout]);
  }

  async function lookAt({ name, ownBoundMs, answers, answersNewConnection }: WatchedStore): Promise<void> {
    if (await bounded(answers(), ownBoundMs)) {
      if (troubles.delete(name)) log.info({ store: name }, "answers again");
      return;
    }
    if (!(await bounded(answersNewConnection(), BOUND_MS))) {
      // Down for everyone, so our own connections are not the problem.
      troubles.set(name, { reason: `${name} does not answer` });
      return;
    }
    const reason = `${name} answers, but not this process`;
    const cutOffSince = troubles.get(name)?.cutOffSince ?? timers.now();
    troubles.set(name, { reason, cutOffSince });
    if (timers.now() - cutOffSince >= CUT_OFF_TIMEOUT_MS) onCutOff(reason);
  }

  return {
    reasons: () => [...troubles.values()].map(({ reason }) => reason),
    look: async () => {
      if (looking) return;
      looking = true;
      await Promise.all(watched.map(lookAt)).finally(() => (looking = false));
    },
  };
}

async function mongoAnswersHere(): Promise<boolean> {
  try {
    await mongoose.connection.db?.command({ ping: 1 });
    return isMongoConnected();
  } catch (error) {
    // All connections are in use: the process is overloaded, and its replacement would be too.
    return error instanceof mongoose.mongo.MongoError && error.name === "MongoWaitQueueTimeoutError";
  }
}

async function mongoAnswersAnew(): Promise<boolean> {
  const client = new mongoose.mongo.MongoClient(config.MONGODB_URI, {
    serverSelectionTimeoutMS: BOUND_MS,
    connectTimeoutMS: BOUND_MS,
    socketTimeoutMS: BOUND_MS,
    maxPoolSize: 1,
  });
  try {
    await client.db().command({ ping: 1 });
    return true;
  } finally {
    await client.close();
  }
}
