import { changeClaims, claimsOfRow } from "./claims.js";
import { clock } from "./clock.js";
import type { JobData } from "./jobs.js";
import { log } from "./log.js";
import { afterCommit, inTransaction } from "./mongo.js";
import { relaySoon } from "./outboxRelay.js";
import { noLongerOpen, OutboxModel, type OutboxRow } from "./outboxRow.js";
import { beginning } from "./outboxTimes.js";

/** A run of a row that has ended. */
export interface EndedRun {
  _id: number;
  run: number;
  state: "done" | "dead";
  /** JobData.again of the run: what was enqueued again since makes one more. */
  again?: number | undefined;
}

/** Rows whose job has ended, written in small batches: a worker ends many jobs at once. */
let ended: EndedRun[] = [];
let running: Promise<void> | undefined;

/** The worker has ended this run of the row. A stale run (the row was moved on) changes nothing. */
export function endOutboxRow(
  { outboxId: _id, run, again }: Pick<JobData, "outboxId" | "run" | "again">,
  state: "done" | "dead",
): void {
  // What lies in Redis alone has no row.
  if (_id === undefined || run === undefined) return;
  ended.push({ _id, run, state, again });
  running ??= flush().finally(() => (running = undefined));
}

/** Waits until every ended row is written; before a process leaves. */
export async function outboxEndingIdle(): Promise<void> {
  while (running) await running;
}

async function flush(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  while (ended.length > 0) {
    const batch = ended.splice(0, 500);
    try {
      await endRuns(batch);
    } catch (error) {
      // The healing round finds them in Redis as completed or failed.
      log.warn({ err: error, rows: batch.length }, "ending outbox rows failed");
    }
  }
}

/**
 * Closes the rows whose open run it is, and gives their keys back in the same moment. One that was enqueued again meanwhile
 * keeps its key, and runs once more.
 */
export async function endRuns(runs: readonly EndedRun[]): Promise<void> {
  const closed = await close(runs, { openKey: { $exists: false } });
  if (closed === runs.length) return;
  const stateOf = new Map(runs.map((run) => [`${run._id}-${run.run}`, run]));
  await inTransaction(async () => {
    const _id = { $in: runs.map((run) => run._id) };
    const open = await OutboxModel.find({ _id, open: true, openKey: { $exists: true } }).lean<OutboxRow[]>();
    const ofRuns = open.filter((row) => stateOf.has(`${row._id}-${row.run}`));
    const seen = (row: OutboxRow): number => stateOf.get(`${row._id}-${row.run}`)!.again ?? 0;
    const ending = ofRuns.filter((row) => (row.again ?? 0) <= seen(row));
    await runOnceMore(ofRuns.filter((row) => (row.again ?? 0) > seen(row)));
    if (ending.length === 0) return;
    await close(ending.map((row) => stateOf.get(`${row._id}-${row.run}`)!));
    await changeClaims(
      ending.flatMap((row) => claimsOfRow("outbox", { ...row })),
      [],
    );
  });
}

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
        update: { $set: { run, dueAt, state, nextLookAt, looks }, $unset: { againAt: 1 } },
      },
    })),
  );
  afterCommit(() => next.forEach(relaySoon));
}

async function close(runs: readonly EndedRun[], which: object = {}): Promise<number> {
  const endedAt = clock.now();
  const { modifiedCount } = await OutboxModel.bulkWrite(
    runs.map(({ _id, run, state }) => ({
      updateOne: {
        filter: { _id, run, open: true, ...which },
        update: { $set: { state, open: false, endedAt }, $unset: noLongerOpen },
      },
    })),
    { ordered: false },
  );
  return modifiedCount;
}
