import { retainedWhenEnded, TICK_ID } from "#shared/kernel/queue/jobs.js";
import { log } from "#shared/kernel/observability/log.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { storeAheadMs } from "#shared/kernel/mongo/storeTime.js";
import type { Schedule } from "#workers/schedules.js";

/** The last tick of each schedule that Redis did not take; it also handles the work of earlier missed ones. */
const missed = new Map<string, { schedule: Schedule; due: Date }>();
const CATCH_UP_MS = 2_000;

/**
 * Enqueues a tick. Its id is its time by MongoDB's clock, so that two crons, or a second try, enqueue one job. At most one
 * tick of a schedule waits and one runs, so that a queue paused for an hour does not run an hour's ticks at once. False: it
 * failed and is tried again soon.
 */
export async function tick(schedule: Schedule, due: Date): Promise<boolean> {
  const { name } = schedule.job;
  try {
    await add(schedule, due);
  } catch (error) {
    missed.set(name, { schedule, due });
    log.warn({ job: name, err: error }, "tick missed");
    return false;
  }
  const late = missed.get(name);
  if (late && late.due <= due) missed.delete(name);
  return true;
}

async function add({ job, payload }: Schedule, due: Date): Promise<void> {
  const second = Math.round((due.getTime() + storeAheadMs()) / 1_000);
  const jobId = `${TICK_ID}${job.name}-${second}`;
  const data = { payload, v: job.v, requestId: jobId, about: {} };
  const deduplication = { id: job.name, keepLastIfActive: true };
  await queueNamed(job.queue).add(job.name, data, { jobId, attempts: 1, deduplication, ...retainedWhenEnded });
  log.debug({ job: job.name }, "tick");
}

/** The ticks that were due and are not enqueued yet, in words. */
export const missedTicks = (): string[] => [...missed.keys()].map((name) => `a tick of ${name} is not taken yet`);

/** Tries missed ticks again, and calls `onTaken` for those that succeed, until the returned function is called. */
export function startCatchingUp(onTaken: (schedule: Schedule, due: Date) => void): () => void {
  let round: Promise<void> | undefined;
  const catchUp = async (): Promise<void> => {
    for (const { schedule, due } of missed.values()) if (await tick(schedule, due)) onTaken(schedule, due);
  };
  const timer = setInterval(() => (round ??= catchUp().finally(() => (round = undefined))), CATCH_UP_MS);
  return () => clearInterval(timer);
}
