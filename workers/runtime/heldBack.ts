import type { Job } from "bullmq";
import { log } from "#shared/kernel/observability/log.js";
import { heldKinds, holdTaken, limitedKinds } from "#shared/kernel/outbox/kindHolds.js";
import { giveStartBack, takeStart } from "#shared/kernel/outbox/kindLimits.js";
import type { Run } from "#shared/kernel/outbox/relay.js";
import type { TryRecord } from "#shared/kernel/outbox/tryRecord.js";
import { awaitTurn, awaitTurnAgain, beginTry } from "#shared/kernel/outbox/turns.js";
import { TICK_ID, triesOf, type JobData } from "#shared/kernel/queue/jobs.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { putBack } from "./putBack.js";
import type { QueueWorker } from "./queueWorker.js";

export const isTick = ({ id }: Job<JobData>): boolean => id?.startsWith(TICK_ID) ?? false;
const canWait = (job: Job<JobData>): boolean => job.data.outboxId !== undefined || isTick(job);
const runOf = ({ data: { outboxId: _id, run } }: Job<JobData>): Run | undefined =>
  _id === undefined || run === undefined ? undefined : { _id, run };

/**
 * Whether an operator holds this kind of job: the row of one that came here all the same waits in the outbox again, and
 * this run of it ends without effect. If that cannot be written, the job runs.
 */
export async function isHeldBack({ queue }: QueueWorker, job: Job<JobData>): Promise<boolean> {
  if (!canWait(job)) return false;
  const hold = (await heldKinds()).get(job.name);
  if (!hold) return false;
  try {
    const run = runOf(job);
    if (run) await holdTaken(queue, job.name, run, hold);
    return true;
  } catch (error) {
    log.warn({ err: error, job: job.name, jobId: job.id }, "a job of a held kind could not be put back");
    return false;
  }
}

/** When it is not known whether the job may start, or it comes from a process that died; half as much again at most. */
const BACK_MS = seconds(10);

/**
 * Whether this try of a limited kind of job must not begin: the rate is used up, and its row waits for its turn in the
 * outbox; or this run of it is over. A tick is left out. One that runs has taken its part of the rate.
 */
export async function isBeforeTurn(
  state: QueueWorker,
  job: Job<JobData>,
  token: string | undefined,
  tryRecord: TryRecord,
): Promise<boolean> {
  const limit = canWait(job) && (await limitedKinds()).get(job.name);
  if (!limit) return false;
  try {
    const start = await takeStart(limit);
    if (isTick(job)) return start === "none";
    if (start !== "none") {
      if (await beginTry(job.data, tryRecord)) return false;
      if (start === "taken") await giveStartBack(limit);
      return true;
    }
    // What Redis knows of the deaths around it stays with this run.
    if (job.stalledCounter === 0) {
      const [run, tried] = [runOf(job), triesOf(job)];
      if (run && tried > 0) await awaitTurnAgain(job.name, run, tried);
      else if (run) await awaitTurn(state.queue, job.name, run);
      return true;
    }
  } catch (error) {
    log.warn({ err: error, job: job.name, jobId: job.id }, "the rate of a limited kind is not known, put back");
  }
  return putBack(state, job, token, BACK_MS * (1 + Math.random() / 2));
}
