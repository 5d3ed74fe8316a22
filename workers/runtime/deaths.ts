import { DelayedError, UnrecoverableError, type Job } from "bullmq";
import { clock, hours, minutes } from "#shared/kernel/time/clock.js";
import { TICK_ID, type JobData } from "#shared/kernel/queue/jobs.js";
import { log } from "#shared/kernel/observability/log.js";
import { isOfMoneyOrOrders, type QueueName } from "#shared/kernel/queue/queueNames.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { recordTry } from "#shared/kernel/queue/queueTries.js";
import { recordTickEnd } from "#shared/kernel/queue/scheduleRows.js";
import { producerRedis } from "#shared/kernel/redis/redis.js";
import { putBack } from "./putBack.js";
import type { QueueWorker } from "./queueWorker.js";

/*
 * What dies around a job is not its doing: another job that eats the memory, an eviction, a bad node and a broken deploy
 * kill all that happens to run beside it. So BullMQ fails no job for its stalls, and only those count that a job had while
 * it ran alone in its process, which is noted in Redis before it begins (suspects.ts). Each is followed by a longer pause, so
 * that a storm of minutes uses up one or two of a job's chances. A stall of a run whose process finds it again is no death:
 * its connection to Redis was cut.
 */

/** The pauses after a job's first death alone, its second and so on; up to a quarter less. One more death ends it. */
export const PAUSES_AFTER_DEATHS_MS: readonly number[] = [1, 5, 15, 30].map(minutes);
const JITTER = 0.25;
/** More than run at once; others may have ended what was taken here, so that it never leaves by itself. */
const MOST_OPEN_TAKES = 1_000;
/**
 * A job of money or orders is not ended before this has passed since its first death alone, and the last pause repeats. The
 * alert "A job fails over and over" reports it.
 */
const MONEY_TIMEOUT_MS = hours(24);

/** What is known of a job that was running when workers died. */
export interface Deaths {
  /** It ran alone, and has not come back since until now. */
  isNew: boolean;
  alone: number;
  /** When the first of these was found; 0: none. Epoch ms. */
  aloneSince: number;
  /** Those beside other jobs, since it last ended a run. */
  beside: number;
}
const none: Deaths = { isNew: false, alone: 0, aloneSince: 0, beside: 0 };

/*
 * Fields of the job in Redis beside BullMQ's own, so that they end with it. `alone`: stalls (BullMQ's `stc`) when it began to
 * run alone; `survived`: stalls when a run last ended, and those that were no deaths since. Nothing is written to a job that is gone: a key of its name would
 * keep its next run out.
 */
const TAKE = `
if redis.call('EXISTS', KEYS[1]) == 0 then return {0, 0, 0, 0} end
local numberOf = function(field) return tonumber(redis.call('HGET', KEYS[1], field) or 0) end
if ARGV[2] == '1' then
  redis.call('HDEL', KEYS[1], 'alone')
  redis.call('HINCRBY', KEYS[1], 'survived', 1)
end
local isNew = 0
if redis.call('HEXISTS', KEYS[1], 'alone') == 1 and numberOf('stc') > numberOf('alone') then
  isNew = 1
  redis.call('HINCRBY', KEYS[1], 'aloneDeaths', 1)
  redis.call('HSETNX', KEYS[1], 'aloneSince', ARGV[1])
end
redis.call('HDEL', KEYS[1], 'alone')
local alone = numberOf('aloneDeaths')
return {isNew, alone, numberOf('aloneSince'), numberOf('stc') - alone - numberOf('survived')}`;
const BEGIN_ALONE = `
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[1], 'alone', redis.call('HGET', KEYS[1], 'stc')) end`;
const NOT_ALONE = `redis.call('HDEL', KEYS[1], 'alone')`;
const SURVIVE = `
if redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('HDEL', KEYS[1], 'alone', 'aloneDeaths', 'aloneSince')
  redis.call('HSET', KEYS[1], 'survived', redis.call('HGET', KEYS[1], 'stc'))
end`;

type Named = Pick<Job, "id">;
const evaluate = (script: string, queue: QueueName, { id = "" }: Named, ...args: number[]): Promise<unknown> =>
  producerRedis(queue).eval(script, 1, queueNamed(queue).toKey(id), ...args);

/** Called at each take; a death alone is counted once. */
export async function deathsOf(state: QueueWorker, job: Pick<Job, "id" | "stalledCounter">): Promise<Deaths> {
  const isOurs = isStallOfOurs(state, job);
  if (job.stalledCounter === 0) return none;
  const taken = evaluate(TAKE, state.queue, job, Date.now(), isOurs ? 1 : 0);
  const [isNew, alone, aloneSince, beside] = (await orLeave(taken)) as number[];
  return { isNew: isNew === 1, alone: alone!, aloneSince: aloneSince!, beside: beside! };
}

/** Whether this process took the job at its stall before, so that it lives; notes this take. */
function isStallOfOurs(
  { openTakes }: QueueWorker,
  { id = "", stalledCounter }: Pick<Job, "id" | "stalledCounter">,
): boolean {
  const isOurs = openTakes.get(id) === stalledCounter - 1;
  openTakes.delete(id);
  openTakes.set(id, stalledCounter);
  const [oldest] = openTakes.keys();
  if (openTakes.size > MOST_OPEN_TAKES) openTakes.delete(oldest!);
  return isOurs;
}

/** From here on a death is the job's own. */
export const beginAlone = async ({ queue }: QueueWorker, job: Named): Promise<void> =>
  void (await orLeave(evaluate(BEGIN_ALONE, queue, job)));

/** Others may run beside it again. */
export const isNotAlone = async ({ queue }: QueueWorker, job: Named): Promise<void> =>
  void (await evaluate(NOT_ALONE, queue, job));

/** A run of it ended, and the process did not: what killed others was something else. */
export async function hasSurvived({ queue }: QueueWorker, job: Named): Promise<void> {
  await evaluate(SURVIVE, queue, job).catch((error: unknown) =>
    log.warn({ queue, jobId: job.id, err: error }, "it stays a suspect"),
  );
}

/** A job whose deaths cannot be read or written is not run: its lock runs out, and it is taken again. */
async function orLeave<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    log.warn({ err: error }, "deaths of a job are not known");
    throw new DelayedError();
  });
}

/** After a death alone: the job comes back after a pause, or has failed for good. Never returns. */
export async function afterDeathAlone(
  state: QueueWorker,
  job: Job<JobData>,
  token: string | undefined,
  deaths: Deaths,
): Promise<never> {
  const { queue } = state;
  const error = Object.assign(new UnrecoverableError(`its process died ${deaths.alone} times while it ran alone`), {
    name: "Stalled",
  });
  const { name: reason, message } = error;
  const isTick = job.id?.startsWith(TICK_ID) ?? false;
  const pauses = state.ofProcess.pausesAfterDeathsMs;
  if (!isTick && deaths.alone > pauses.length && !isKept(queue, job, deaths)) throw error;
  const longest = pauses[Math.min(deaths.alone, pauses.length) - 1]!;
  const ms = Math.round(longest * (1 - JITTER * Math.random()));
  log.error({ job: job.name, jobId: job.id, deaths: deaths.alone, about: job.data.about, ms }, message);
  recordTry({ queue, job: job.name, outcome: "retried", reason, runMs: 0 });
  if (isTick) recordTickEnd(job.name, { outcome: "retried", ms: 0, error });
  return putBack(state, job, token, ms, { reason, message, since: clock.after(deaths.aloneSince - Date.now()) });
}

/** Whether it is a job of money or orders that may still be tried. */
const isKept = (queue: QueueName, { data }: Job<JobData>, { aloneSince }: Deaths): boolean =>
  data.outboxId !== undefined && isOfMoneyOrOrders(queue) && Date.now() - aloneSince < MONEY_TIMEOUT_MS;
