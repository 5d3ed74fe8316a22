import { changeClaims, claimsOfRow } from "./claims.js";
import { clock } from "./clock.js";
import { log } from "./log.js";
import { inTransaction } from "./mongo.js";
import { noLongerOpen, OutboxModel, type OutboxRow } from "./outboxRow.js";

/** A run of a row that has ended. */
export interface EndedRun {
  _id: number;
  run: number;
  state: "done" | "dead";
}

/** Rows whose job has ended, written in small batches: a worker ends many jobs at once. */
let ended: EndedRun[] = [];
let running: Promise<void> | undefined;

/** The worker has ended this run of the row. A stale run (the row was moved on) changes nothing. */
export function endOutboxRow(_id: number, run: number, state: "done" | "dead"): void {
  ended.push({ _id, run, state });
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

/** Closes the rows whose open run it is, and gives their keys back in the same moment. */
export async function endRuns(runs: readonly EndedRun[]): Promise<void> {
  const closed = await close(runs, { openKey: { $exists: false } });
  if (closed === runs.length) return;
  const stateOf = new Map(runs.map((run) => [`${run._id}-${run.run}`, run]));
  await inTransaction(async () => {
    const _id = { $in: runs.map((run) => run._id) };
    const open = await OutboxModel.find({ _id, open: true, openKey: { $exists: true } }).lean<OutboxRow[]>();
    const ending = open.filter((row) => stateOf.has(`${row._id}-${row.run}`));
    if (ending.length === 0) return;
    await close(ending.map((row) => stateOf.get(`${row._id}-${row.run}`)!));
    await changeClaims(
      ending.flatMap((row) => claimsOfRow("outbox", { ...row })),
      [],
    );
  });
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
