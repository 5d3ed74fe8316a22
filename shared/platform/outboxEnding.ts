import { clock } from "./clock.js";
import { log } from "./log.js";
import { OutboxModel } from "./outboxRow.js";

/** Rows whose job has ended, written in small batches: a worker ends many jobs at once. */
let ended: { _id: number; run: number; state: "done" | "dead" }[] = [];
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
    const endedAt = clock.now();
    try {
      await OutboxModel.bulkWrite(
        batch.map(({ _id, run, state }) => ({
          updateOne: {
            filter: { _id, run, open: true },
            update: { $set: { state, open: false, endedAt }, $unset: { openKey: 1 } },
          },
        })),
        { ordered: false },
      );
    } catch (error) {
      // The healing round finds them in Redis as completed or failed.
      log.warn({ err: error, rows: batch.length }, "ending outbox rows failed");
    }
  }
}
