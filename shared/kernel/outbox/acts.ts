import { changeClaims, claimsOfRow } from "../mongo/claims.js";
import { clock } from "../time/clock.js";
import { findJob } from "../queue/jobs.js";
import { log } from "../observability/log.js";
import { afterCommit } from "../mongo/mongo.js";
import { holding } from "./kindHolds.js";
import { isKnown } from "./parking.js";
import { bullIdOf, relaySoon } from "./relay.js";
import { ending, inRedis, noLongerOpen, OutboxModel, type Hold, type OutboxRow } from "./row.js";
import { beginning } from "./times.js";
import { queueGroups, type QueueName } from "../queue/queueNames.js";
import { queueNamed } from "../queue/queues.js";

/** retry: run now instead of at its time; hold: do not run until released; cancel: never run. */
export const jobActs = ["retry", "cancel", "hold", "release"] as const;
export type JobAct = (typeof jobActs)[number];
/** ended: nothing is left to do; kindHeld, kindLimited: not before its kind is released, or its turn; moved: it changed since it was read. */
export type ActRefusal = "ended" | "runs" | "unknown" | "needed" | "notHeld" | "kindHeld" | "kindLimited" | "moved";

const needed: readonly QueueName[] = [...queueGroups.money, ...queueGroups.orders];
/** Cancelling it would decide about money and goods; it can only be held. */
export const isNeeded = (row: OutboxRow): boolean => needed.includes(queueOf(row));

/** Whether a worker runs it right now; Redis is queried before the transaction of the act. */
export async function runsNow(row: OutboxRow): Promise<boolean> {
  const job = await queueNamed(queueOf(row)).getJob(bullIdOf(row));
  return (await job?.isActive()) ?? false;
}

/** A waiting row does not say yet whether it has been relayed. */
export const mayBeInRedis = ({ state }: OutboxRow): boolean => state === "waiting" || inRedis.includes(state);

const queueOf = (row: OutboxRow): QueueName => findJob(row.job)?.queue ?? row.openQueue ?? row.queue!;

/**
 * One act on an open row that is not running, in the caller's transaction; Redis follows after the commit. Returns the
 * reason of a refusal. A run that Redis hands out at this very moment ends nothing, and running it twice is harmless.
 */
export async function actOnRow(row: OutboxRow, act: JobAct, by: Omit<Hold, "at">): Promise<ActRefusal | undefined> {
  if (!row.open) return "ended";
  if (act === "cancel" && isNeeded(row)) return "needed";
  if (act === "release" && !row.hold) return "notHeld";
  if (act !== "cancel" && row.hold?.ofKind) return "kindHeld";
  if (act === "retry" && row.turn) return "kindLimited";
  // No process of this version can run it; the version that wrote it can.
  if (act === "retry" && !isKnown(row)) return "unknown";
  const changed = await changes[act](row, by);
  return changed ? undefined : "moved";
}

const changes: Record<JobAct, (row: OutboxRow, by: Omit<Hold, "at">) => Promise<boolean>> = {
  async retry(row) {
    const now = clock.now();
    if (mayBeInRedis(row)) {
      // Looked up as well: a job that an operator retries may be one that Redis has lost.
      if (!(await change(row, { $set: { nextLookAt: now, ...(row.state === "retrying" ? { nextTryAt: now } : {}) } })))
        return false;
      afterCommit(() => inBackground(row, promote({ ...row, dueAt: now })));
      return true;
    }
    const begun = { dueAt: now, ...beginning(now) };
    if (!(await change(row, { $set: begun, $unset: { hold: 1, parked: 1 } }))) return false;
    afterCommit(() => relaySoon({ ...row, ...begun }));
    return true;
  },
  async cancel(row) {
    if (!(await change(row, { $set: ending("cancelled"), $unset: noLongerOpen }))) return false;
    await changeClaims(claimsOfRow("outbox", { ...row }), []);
    afterCommit(() => inBackground(row, removeFromRedis(row)));
    return true;
  },
  async hold(row, by) {
    const hold: Hold = { ...by, at: clock.now() };
    if (!(await change(row, holding(hold)))) return false;
    afterCommit(() => inBackground(row, removeFromRedis(row)));
    return true;
  },
  async release(row) {
    const begun = beginning(row.dueAt);
    // It may have been rescheduled since it was read.
    if (!(await change(row, { $set: begun, $unset: { hold: 1 } }, { dueAt: row.dueAt }))) return false;
    afterCommit(() => relaySoon({ ...row, ...begun }));
    return true;
  },
};

async function change({ _id, run, state }: OutboxRow, update: object, also: object = {}): Promise<boolean> {
  const { matchedCount } = await OutboxModel.updateOne({ _id, run, state, open: true, ...also }, update);
  return matchedCount > 0;
}

async function promote(row: OutboxRow): Promise<void> {
  const job = await queueNamed(queueOf(row)).getJob(bullIdOf(row));
  if (!job) return relaySoon(row);
  if (await job.isDelayed()) await job.promote();
}

async function removeFromRedis(row: OutboxRow): Promise<void> {
  if (mayBeInRedis(row)) await queueNamed(queueOf(row)).remove(bullIdOf(row));
}

/** The row decides; if Redis does not follow, the run has no effect or a later look repairs it. */
const inBackground = (row: OutboxRow, work: Promise<unknown>): void =>
  void work.catch((error: unknown) =>
    log.warn({ err: error, job: row.job, row: row._id }, "Redis did not follow an act"),
  );
