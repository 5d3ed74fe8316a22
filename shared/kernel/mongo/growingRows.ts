import type { AnyBulkWriteOperation, Model } from "mongoose";
import { clock, hours, minutes } from "../time/clock.js";
import { processId } from "./leases.js";
import { log } from "../observability/log.js";

/** A row of counts that one process keeps: its numbers only grow, so that writing them twice changes nothing. */
interface GrowingRow {
  /** Unique to the process, what is counted, and the time window. */
  _id: string;
  /** How often it was written. */
  write: number;
}

interface Counting<Row extends GrowingRow> {
  row: Row;
  beginsAt: number;
  changed: boolean;
}

/** Counts that could not be written for this long are dropped. */
const DROP_AFTER_MS = hours(12);
const EVERY_MS = 5_000;

/** The process that wrote a row, as `processId` names it. */
export const writerOf = (_id: string): string => _id.slice(0, _id.indexOf(" "));

const flushes: (() => Promise<void>)[] = [];
let rowsBegun = 0;

/**
 * Counts of one kind in time windows of `spanMs`, in memory until they are flushed. `asWritten` returns a copy, as the row
 * may grow while it is sent.
 */
export function growingRows<Row extends GrowingRow, Written>(
  model: Model<Written>,
  spanMs: number,
  asWritten: (row: Row) => object,
): {
  /** The row of `key` in the current window, for the caller to count up at once; `zeros` makes it. */
  rowOf(key: string, zeros: (beginsAt: Date) => Omit<Row, keyof GrowingRow>): Row;
} {
  const rows = model as unknown as Model<{ _id: string }>;
  const counting = new Map<string, Counting<Row>>();
  let flushing = Promise.resolve();

  async function write(): Promise<void> {
    const now = clock.ms();
    const changed = [...counting.values()].filter((one) => one.changed);
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
    for (const [name, one] of counting) {
      const age = now - one.beginsAt;
      if (age > DROP_AFTER_MS || (!one.changed && Math.abs(age) > spanMs + minutes(1))) counting.delete(name);
    }
  }
  const upsertOf = ({ row }: Counting<Row>): AnyBulkWriteOperation<{ _id: string }> => ({
    updateOne: {
      filter: { _id: row._id },
      update: { $set: { ...asWritten(row), write: row.write } },
      upsert: true,
    },
  });
  // One write after the other; what fails is written the next time.
  flushes.push(() => (flushing = flushing.then(write)));

  return {
    rowOf(key, zeros) {
      const now = clock.ms();
      const beginsAt = now - (now % spanMs);
      const name = `${key} ${beginsAt}`;
      let one = counting.get(name);
      if (!one) {
        // Never the id of a dropped row, whose stored numbers would be overwritten.
        const _id = `${processId} ${name} ${rowsBegun++}`;
        one = { row: { ...zeros(new Date(beginsAt)), _id, write: 0 } as Row, beginsAt, changed: true };
        counting.set(name, one);
      }
      one.changed = true;
      return one.row;
    },
  };
}

/** Has something else that this process keeps written with its counts. */
export const writeWithCounts = (write: () => Promise<void>): void => void flushes.push(write);

/** Writes all that this process counts. */
export async function flushCounts(): Promise<void> {
  await Promise.all(flushes.map((flush) => flush()));
}

/** Writes every few seconds until the returned function is called, which writes a last time. */
export function startFlushingCounts(everyMs = EVERY_MS): () => Promise<void> {
  const timer = setInterval(() => void flushCounts(), everyMs);
  return async () => {
    clearInterval(timer);
    await flushCounts();
  };
}
