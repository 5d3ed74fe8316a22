import { plainRows } from "#shared/kernel/mongo/plainRows.js";
import { seconds } from "#shared/kernel/time/clock.js";
import type { QueryFilter } from "mongoose";
import { DeadLetterModel, OPEN_LETTER, type DeadLetter } from "#shared/kernel/queue/deadLetters.js";
import { errors } from "#shared/kernel/request/errors.js";
import { log } from "#shared/kernel/observability/log.js";
import { isSilent, reportsForShow, servedBy, workersOf, type WorkerOfQueue } from "#shared/kernel/process/processes.js";
import { figuresOf, readDepths, type QueueFigures } from "#shared/kernel/queue/queueFigures.js";
import { queueNames, type QueueName } from "#shared/kernel/queue/queueNames.js";
import { readTryRates } from "#shared/kernel/queue/queueTries.js";
import { redisAnswers } from "#shared/kernel/redis/redis.js";
import { cached, unhurried } from "./cachedReads.js";

/** A queue as shown to operators. */
export interface QueueRow extends QueueFigures {
  /** Over the last five minutes. */
  donePerMinute: number;
  failedPerMinute: number;
  /** How long its last canary waited; null before the first one. */
  lagMs: number | null;
  /** How many jobs its live workers can run at once. */
  concurrency: number;
  /** Neither replayed nor discarded; 10,000 means that many or more. */
  deadLetters: number;
  processes: (WorkerOfQueue & { silent: boolean })[];
}

/** A worker that takes nothing for this long while jobs wait is marked as silent. */
export const SILENT_MS = seconds(60);
const LIST_MS = seconds(2);
/** The flow reads more than once in two seconds: what is asked for beside it is read with it. */
const NOW_MS = seconds(0.5);
const LETTERS_MS = seconds(0.9);
const OLDER_MS = seconds(10);
export const MOST_LETTERS = 10_000;

const rows = cached(LIST_MS, () => withRedis(readRows));
/** What Redis knows of each queue, and what the processes reported: half a second old at most. */
export const depthsNow = cached(NOW_MS, readDepths);
export const reportsNow = cached(NOW_MS, reportsForShow);

/**
 * Every queue with its counts, by group: two seconds old at most, so that many viewers cost no more than one. StillWorking
 * (503) while Redis is away.
 */
export const listQueues = (): Promise<QueueRow[]> => rows();

/** The open dead letters of each queue, a second old; where there are many, as old as reading them takes. */
export const openLetters = unhurried(LETTERS_MS, countLetters);

async function readRows(): Promise<QueueRow[]> {
  const [depths, rates, reports, dead] = await Promise.all([depthsNow(), readTryRates(), reportsNow(), openLetters()]);
  const { workers, lags } = workersOf(reports);
  return figuresOf(depths, servedBy(reports)).map((figure) => {
    const all = workers.get(figure.name) ?? [];
    const rate = rates.get(figure.name);
    return {
      ...figure,
      donePerMinute: rate?.donePerMinute ?? 0,
      failedPerMinute: rate?.failedPerMinute ?? 0,
      lagMs: lags.get(figure.name) ?? null,
      concurrency: all.reduce((sum, { live, concurrency }) => sum + (live ? concurrency : 0), 0),
      deadLetters: dead.get(figure.name) ?? 0,
      processes: all.map((worker) => ({ ...worker, silent: isSilent(worker, all, figure, SILENT_MS) })),
    };
  });
}

const count = async (which: QueryFilter<DeadLetter>) =>
  await plainRows(DeadLetterModel)
    .aggregate<{ _id: QueueName; count: number }>([
      { $match: which },
      { $group: { _id: "$queue", count: { $sum: 1 } } },
    ])
    .toArray();
/** Those that a process of an older version wrote: by their causes they are not found. */
const ofOlderVersions = cached(OLDER_MS, () => count({ cause: null, ...OPEN_LETTER }));

async function countLetters(): Promise<Map<QueueName, number>> {
  const found = await Promise.all([count({ openCause: { $gt: "" } }), ofOlderVersions()]);
  const sums = new Map<QueueName, number>(queueNames.map((queue) => [queue, 0]));
  for (const { _id: queue, count: more } of found.flat())
    sums.set(queue, Math.min(MOST_LETTERS, (sums.get(queue) ?? 0) + more));
  return sums;
}

/** Runs work on the queues in Redis; StillWorking (503) while Redis is away. */
export async function withRedis<T>(work: () => Promise<T>): Promise<T> {
  if (!(await redisAnswers())) throw errors.StillWorking({}, 5);
  try {
    return await work();
  } catch (error) {
    if (await redisAnswers()) throw error;
    log.warn({ err: error }, "Redis went away");
    throw errors.StillWorking({}, 5);
  }
}
