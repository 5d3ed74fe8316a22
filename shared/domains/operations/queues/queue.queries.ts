import { seconds } from "#shared/kernel/time/clock.js";
import { DeadLetterModel, OPEN_LETTER } from "#shared/kernel/queue/deadLetters.js";
import { errors } from "#shared/kernel/request/errors.js";
import { log } from "#shared/kernel/observability/log.js";
import { isSilent, readWorkers, type WorkerOfQueue } from "#shared/kernel/process/processes.js";
import { readQueueFigures, type QueueFigures } from "#shared/kernel/queue/queueFigures.js";
import { queueNames, type QueueName } from "#shared/kernel/queue/queueNames.js";
import { readTryRates } from "#shared/kernel/queue/queueTries.js";
import { redisAnswers } from "#shared/kernel/redis/redis.js";
import { cached } from "./cachedReads.js";

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
const LETTERS_MS = seconds(10);
export const MOST_LETTERS = 10_000;

const rows = cached(LIST_MS, () => withRedis(readRows));
/** Counting many open letters is slowest, and their number changes least. */
const letters = cached(LETTERS_MS, countLetters, { staleMs: Infinity });

/**
 * Every queue with its counts, by group: a second old at most, so that many viewers cost no more than one. StillWorking
 * (503) while Redis is away.
 */
export const listQueues = (): Promise<QueueRow[]> => rows();

/** The open dead letters of each queue: ten seconds old at most. */
export const openLetters = (): Promise<Map<QueueName, number>> => letters();

async function readRows(): Promise<QueueRow[]> {
  const [figures, rates, { workers, lags }, dead] = await Promise.all([
    readQueueFigures(),
    readTryRates(),
    readWorkers(),
    letters(),
  ]);
  return figures.map((figure) => {
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

async function countLetters(): Promise<Map<QueueName, number>> {
  const counts = queueNames.map(
    async (queue) =>
      [queue, await DeadLetterModel.countDocuments({ queue, ...OPEN_LETTER }, { limit: MOST_LETTERS })] as const,
  );
  return new Map(await Promise.all(counts));
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
