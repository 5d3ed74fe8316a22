import { setTimeout as pause } from "node:timers/promises";
import { changeClaims, claimId, claimsOfRow } from "../mongo/claims.js";
import { clock } from "../time/clock.js";
import type { JobData } from "../queue/jobs.js";
import { recordRows } from "../queue/queueTries.js";
import { log } from "../observability/log.js";
import { outboxRunsAgain } from "../observability/metrics.js";
import { withoutContext } from "../request/context.js";
import { afterCommit, inTransaction, isLostRace } from "../mongo/mongo.js";
import { relaySoon } from "./relay.js";
import { ending, inRedis, noLongerOpen, OutboxModel, type OutboxRow } from "./row.js";
import { updateOfTry, type TryRecord } from "./tryRecord.js";
import { beginning } from "./times.js";

/** A run of a row that has ended. */
export interface EndedRun {
  _id: number;
  run: number;
  state: "done" | "dead";
  /** JobData.again of the run; a row that was enqueued again since runs once more. */
  again?: number | undefined;
  /** The key that its row claims, where that is known. */
  openKey?: string | undefined;
  tryRecord?: TryRecord | undefined;
}
/** A run that goes on: a try that takes longer, or one that failed and is followed by another. */
type OpenRun = Pick<EndedRun, "_id" | "run"> & { state: "running" | "retrying"; tryRecord: TryRecord };

/** Ends within this time are written in one batch; nobody waits for a row to say that its job is done. */
const GATHER_MS = 25;
/** What tries reported about their rows, written in small batches because a worker ends many jobs at once. */
let gathered: (EndedRun | OpenRun)[] = [];
let running: Promise<void> | undefined;
/** Ends the wait of a flush for more. */
let hurry = new AbortController();

/** Records that the worker ended this run of the row. A stale run (the row has a newer one) changes nothing. */
export function endOutboxRow(
  { outboxId: _id, run, again, key: openKey }: Pick<JobData, "outboxId" | "run" | "again" | "key">,
  state: "done" | "dead",
  tryRecord?: TryRecord,
): void {
  // A best-effort job has no row.
  if (_id === undefined || run === undefined) return;
  gather({ _id, run, state, again, openKey, tryRecord });
}

/** Records the progress of this run, for operators. */
export function recordOutboxTry(
  { outboxId: _id, run }: Pick<JobData, "outboxId" | "run">,
  state: OpenRun["state"],
  tryRecord: TryRecord,
): void {
  if (_id !== undefined && run !== undefined) gather({ _id, run, state, tryRecord });
}

function gather(one: EndedRun | OpenRun): void {
  gathered.push(one);
  running ??= withoutContext(flush);
}

/**
 * When more ends than this wait for a slow store, workers take no new job until they are written. Redis keeps only a few
 * thousand ended jobs; one that it drops before its row is written would count as lost and run again.
 */
const MOST_GATHERED = 500;

/** Whether too many ends are unwritten: workers then take no job, and are still healthy. */
export const isOutboxEndingFull = (): boolean => running !== undefined && gathered.length > MOST_GATHERED;

/** Waits while too many ends are not written yet. */
export async function outboxEndingRoom(): Promise<void> {
  while (isOutboxEndingFull()) await running;
}

/** Waits until every ended row is written, at once; called before a process exits. */
export async function outboxEndingIdle(): Promise<void> {
  while (running) {
    hurry.abort();
    await running;
  }
}

async function flush(): Promise<void> {
  hurry = new AbortController();
  await pause(GATHER_MS, undefined, { signal: hurry.signal }).catch(() => undefined);
  try {
    while (gathered.length > 0) {
      const batch = gathered.splice(0, 500);
      await recordRuns(batch.filter(isOpen)).catch((error: unknown) =>
        log.warn({ err: error, rows: batch.length }, "runs were not recorded"),
      );
      await endInParts(batch.filter((one): one is EndedRun => !isOpen(one)));
    }
  } finally {
    // In the same tick as the check that found nothing, or a run that ends right then would wait for the next flush.
    running = undefined;
  }
}

const PARTS = 20;

/**
 * Ends runs as endRuns does. A row that another transaction writes fails its whole batch, so the batch is split until only
 * that row is left, and the walk ends it.
 */
export async function endInParts(runs: readonly EndedRun[]): Promise<void> {
  if (runs.length === 0) return;
  try {
    await endRuns(runs);
  } catch (error) {
    if (runs.length === 1 || !isLostRace(error)) {
      // The walk finds them in Redis as completed or failed.
      log.warn({ err: error, rows: runs.length }, "ending outbox rows failed");
      return;
    }
    const size = Math.ceil(runs.length / PARTS);
    for (let at = 0; at < runs.length; at += size) await endInParts(runs.slice(at, at + size));
  }
}

const isOpen = (one: EndedRun | OpenRun): one is OpenRun => one.state === "running" || one.state === "retrying";

/** In order, because a try that took long may have failed since. */
async function recordRuns(runs: readonly OpenRun[]): Promise<void> {
  if (runs.length === 0) return;
  await OutboxModel.bulkWrite(
    runs.map(({ _id, run, state, tryRecord }) => {
      const { $set, ...rest } = updateOfTry(tryRecord);
      const next = state === "running" ? { $unset: { nextTryAt: 1 as const } } : {};
      return {
        updateOne: {
          filter: { _id, run, state: { $in: ["waiting", ...inRedis] } },
          update: { $set: { ...$set, state }, ...rest, ...next },
        },
      };
    }),
  );
}

/**
 * Closes the rows that are still at these runs, and releases their keys in the same transaction. A row that was enqueued
 * again meanwhile keeps its key and runs once more.
 */
export async function endRuns(runs: readonly EndedRun[]): Promise<void> {
  if (runs.length === 0 || (await endAsExpected(runs))) return;
  const stateOf = new Map(runs.map((run) => [`${run._id}-${run.run}`, run]));
  await close(
    runs.filter(({ openKey }) => openKey === undefined),
    () => claimsNothing,
  );
  await inTransaction(async () => {
    const _id = { $in: runs.map((run) => run._id) };
    const open = await OutboxModel.find({ _id, open: true, openKey: { $exists: true } }).lean<OutboxRow[]>();
    const ofRuns = open.filter((row) => stateOf.has(`${row._id}-${row.run}`));
    const seen = (row: OutboxRow): number => stateOf.get(`${row._id}-${row.run}`)!.again ?? 0;
    const ending = ofRuns.filter((row) => (row.again ?? 0) <= seen(row));
    await runOnceMore(ofRuns.filter((row) => (row.again ?? 0) > seen(row)));
    if (ending.length === 0) return;
    await close(
      ending.map((row) => stateOf.get(`${row._id}-${row.run}`)!),
      () => ({}),
    );
    await changeClaims(
      ending.flatMap((row) => claimsOfRow("outbox", { ...row })),
      [],
    );
  });
  await recordMoved(runs);
}

/** A run that rescheduled its own row ends nothing, but what it did is recorded all the same. */
async function recordMoved(runs: readonly EndedRun[]): Promise<void> {
  const updates = runs.flatMap(({ _id, run, tryRecord }) => {
    const { $set: _, ...rest } = tryRecord ? updateOfTry(tryRecord) : { $set: {} };
    return rest.$push ? [{ updateOne: { filter: { _id, open: true, run: { $gt: run } }, update: rest } }] : [];
  });
  if (updates.length > 0) await OutboxModel.bulkWrite(updates, { ordered: false });
}

/**
 * Ends all at once if each row is open and was not enqueued again since, as nearly all are; this needs no read. Returns
 * false, with nothing written for rows with a key, if one of them differs.
 */
async function endAsExpected(runs: readonly EndedRun[]): Promise<boolean> {
  const keyed = runs.filter(({ openKey }) => openKey !== undefined);
  if (keyed.length === 0) return (await close(runs, () => claimsNothing)) === runs.length;
  const claims = keyed.map(({ _id, openKey }) => ({ _id: claimId("outbox", ["openKey"], [openKey]), by: _id }));
  try {
    await inTransaction(async () => {
      // Null: it was never enqueued again.
      const asSeen = ({ openKey, again }: EndedRun) =>
        openKey === undefined ? claimsNothing : { openKey, again: again || null };
      if ((await close(runs, asSeen)) < runs.length) throw new NotAsExpected();
      await changeClaims(claims, []);
    });
    return true;
  } catch (error) {
    if (error instanceof NotAsExpected) return false;
    throw error;
  }
}
class NotAsExpected extends Error {}
const claimsNothing = { $or: [{ openKey: { $exists: false } }, { unclaimed: true }] };

async function runOnceMore(rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length === 0) return;
  const next = rows.map((row) => {
    const dueAt = row.againAt ?? clock.now();
    return { ...row, dueAt, ...beginning(dueAt), run: row.run + 1 };
  });
  await OutboxModel.bulkWrite(
    next.map(({ _id, run, dueAt, state, nextLookAt, looks }) => ({
      updateOne: {
        filter: { _id, run: run - 1 },
        update: {
          $set: { run, dueAt, state, nextLookAt, looks },
          $unset: { againAt: 1, parked: 1, nextTryAt: 1, tried: 1 },
        },
      },
    })),
  );
  afterCommit(() => {
    for (const { openQueue } of rows) {
      outboxRunsAgain.inc({ queue: openQueue ?? "" });
      if (openQueue) recordRows(openQueue, "ranAgain", 1);
    }
    next.forEach(relaySoon);
  });
}

async function close(runs: readonly EndedRun[], which: (run: EndedRun) => object): Promise<number> {
  if (runs.length === 0) return 0;
  const { modifiedCount } = await OutboxModel.bulkWrite(
    runs.map((one) => {
      const { _id, run, state, tryRecord } = one;
      const { $set, ...rest } = tryRecord ? updateOfTry(tryRecord) : { $set: {} };
      return {
        updateOne: {
          filter: { _id, run, open: true, ...which(one) },
          update: { $set: { ...$set, ...ending(state) }, ...rest, $unset: noLongerOpen },
        },
      };
    }),
    { ordered: false },
  );
  return modifiedCount;
}
