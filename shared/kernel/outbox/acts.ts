import { changeClaims, claimsOfRow } from "../mongo/claims.js";
import { clock } from "../time/clock.js";
import { findJob } from "../queue/jobs.js";
import { log } from "../observability/log.js";
import { afterCommit } from "../mongo/mongo.js";
import { isKnown } from "./parking.js";
import { bullIdOf, relaySoon } from "./relay.js";
import { ending, inRedis, noLongerOpen, OutboxModel, type Hold, type OutboxRow } from "./row.js";
import { beginning } from "./times.js";
import { queueGroups, type QueueName } from "../queue/queueNames.js";
import { queueNamed } from "../queue/queues.js";

/** retry: now, not at its time; hold: not until it is released; cancel: never. */
export const jobActs = ["retry", "cancel", "hold", "release"] as const;
export type JobAct = (typeof jobActs)[number];
/** ended: nothing is left to do; moved: it went on since it was read. */
export type ActRefusal = "ended" | "runs" | "unknown" | "needed" | "notHeld" | "moved";

/** Who could cancel these would decide about money and goods; they can be held. */
const needed: readonly QueueName[] = [...queueGroups.money, ...queueGroups.orders];

/** Does a worker have it just now? Redis is asked, before the transaction of the act. */
export async function runsNow(row: OutboxRow): Promise<boolean> {
  const job = await queueNamed(queueOf(row)).getJob(bullIdOf(row));
  return (await job?.isActive()) ?? false;
}

/** Of what waits the row does not tell yet whether it is relayed. */
export const mayBeInRedis = ({ state }: OutboxRow): boolean => state === "waiting" || inRedis.includes(state);

const queueOf = (row: OutboxRow): QueueName => findJob(row.job)?.queue ?? row.openQueue ?? row.queue!;

/**
 * One act on an open row that does not run, in the caller's transaction; Redis follows after the commit. Answers why not.
 * A run that Redis gives away in this very moment ends nothing, and what it does is harmless twice.
 */
export async function actOnRow(row: OutboxRow, act: JobAct, by: Omit<Hold, "at">): Promise<ActRefusal | undefined> {
  if (!row.open) return "ended";
  if (act === "cancel" && needed.includes(queueOf(row))) return "needed";
  if (act === "release" && !row.hold) return "notHeld";
  // Nobody here can run it; who wrote it can.
  if (act === "retry" && !isKnown(row)) return "unknown";
  const changed = await changes[act](row, by);
  return changed ? undefined : "moved";
}

const changes: Record<JobAct, (row: OutboxRow, by: Omit<Hold, "at">) => Promise<boolean>> = {
  async retry(row) {
    const now = clock.now();
    if (mayBeInRedis(row)) {
      // To be looked up as well: what Redis has lost is what an operator is impatient about.
      if (!(await change(row, { $set: { nextLookAt: now, ...(row.state === "retrying" ? { nextTryAt: now } : {}) } })))
        return false;
      afterCommit(() => soon(row, promote({ ...row, dueAt: now })));
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
    afterCommit(() => soon(row, takeBack(row)));
    return true;
  },
  async hold(row, by) {
    const hold: Hold = { ...by, at: clock.now() };
    // Another run: what is left of this one ends nothing any more.
    const update = {
      $set: { state: "held", hold },
      $unset: { nextLookAt: 1, nextTryAt: 1, parked: 1 },
      $inc: { run: 1 },
    };
    if (!(await change(row, update))) return false;
    afterCommit(() => soon(row, takeBack(row)));
    return true;
  },
  async release(row) {
    const begun = beginning(row.dueAt);
    // It may have been moved to another time since it was read.
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

async function takeBack(row: OutboxRow): Promise<void> {
  if (mayBeInRedis(row)) await queueNamed(queueOf(row)).remove(bullIdOf(row));
}

/** The row says what holds; where Redis does not follow, a run in vain or a later look does. */
const soon = (row: OutboxRow, work: Promise<unknown>): void =>
  void work.catch((error: unknown) =>
    log.warn({ err: error, job: row.job, row: row._id }, "Redis did not follow an act"),
  );
