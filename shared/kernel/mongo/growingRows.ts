import type { AnyBulkWriteOperation, Model } from "mongoose";
import { clock, hours, minutes } from "../time/clock.js";
import { processId } from "./leases.js";
import { log } from "../observability/log.js";

/** A row of counts that one process keeps: its numbers only grow, so that writing them twice changes nothing. */
interface GrowingRow {
  /** Unique to the process, what is counted, and the span. */
  _id: string;
  /** How often it was written. */
  write: number;
}

interface Kept<Row extends GrowingRow> {
  row: Row;
  beginsAt: number;
  changed: boolean;
}

/** A store that was away so long has missed them. */
const LONGEST_KEPT_MS = hours(12);
const EVERY_MS = 5_000;

const flushes: (() => Promise<void>)[] = [];
let rowsBegun = 0;

/**
 * What this process counts of one kind in spans of `spanMs`, in memory until it is flushed. `asWritten` answers a copy: the
 * row may grow while it is sent.
 */
export function growingRows<Row extends GrowingRow, Written>(
  model: Model<Written>,
  spanMs: number,
  asWritten: (row: Row) => object,
): {
  /** The row of what `key` says in this span, to be counted up now; `zeros` makes it. */
  rowOf(key: string, zeros: (beginsAt: Date) => Omit<Row, keyof GrowingRow>): Row;
} {
  const rows = model as unknown as Model<{ _id: string }>;
  const kept = new Map<string, Kept<Row>>();
  let flushing = Promise.resolve();

  async function write(): Promise<void> {
    const now = clock.ms();
    const changed = [...kept.values()].filter((one) => one.changed);
    for (const one of changed) {
      one.changed = false;
      one.row.write++;
    }
    try {
      if (changed.length > 0) await rows.bulkWrite(changed.map(upsertOf), { ordered: false });
    } catch (error) {
      for (const one of changed) one.changed = true;
      log.warn({ err: error, rows: changed.length, of: model.modelName }, "counts are not written yet");
    }
    for (const [name, one] of kept) {
      const age = now - one.beginsAt;
      if (age > LONGEST_KEPT_MS || (!one.changed && Math.abs(age) > spanMs + minutes(1))) kept.delete(name);
    }
  }
  const upsertOf = ({ row }: Kept<Row>): AnyBulkWriteOperation<{ _id: string }> => ({
    updateOne: {
      filter: { _id: row._id },
      update: { $set: { ...asWritten(row), write: row.write } },
      upsert: true,
    },
  });
  // One write after the other. A failure keeps it for the next time.
  flushes.push(() => (flushing = flushing.then(write)));

  return {
    rowOf(key, zeros) {
      const now = clock.ms();
      const beginsAt = now - (now % spanMs);
      const name = `${key} ${beginsAt}`;
      let one = kept.get(name);
      if (!one) {
        // Never the id of a row that was let go: its numbers would be written over.
        const _id = `${processId} ${name} ${rowsBegun++}`;
        one = { row: { ...zeros(new Date(beginsAt)), _id, write: 0 } as Row, beginsAt, changed: true };
        kept.set(name, one);
      }
      one.changed = true;
      return one.row;
    },
  };
}

/** Writes all that this process counts. */
export async function flushCounts(): Promise<void> {
  await Promise.all(flushes.map((flush) => flush()));
}

/** Writes every few seconds until the answered function is called, which writes a last time. */
export function startFlushingCounts(everyMs = EVERY_MS): () => Promise<void> {
  const timer = setInterval(() => void flushCounts(), everyMs);
  return async () => {
    clearInterval(timer);
    await flushCounts();
  };
}
