import type { Model } from "mongoose";
import { config } from "#shared/kernel/config/config.js";
import { nextIds } from "#shared/kernel/mongo/ids.js";
import { log } from "#shared/kernel/observability/log.js";
import { requestLogDropped } from "#shared/kernel/observability/metrics.js";
import { outsideTransaction } from "#shared/kernel/mongo/mongo.js";

/** Rows that wait at most; what comes beyond them is dropped and counted. */
const MOST_WAITING = 2_000;
const AT_ONCE = 500;
/** Tests flush by hand: a write at an odd moment would be counted as one of what they look at. */
const AFTER_MS = config.NODE_ENV === "test" ? 0 : 1_000;

/**
 * Rows that are written some at a time, a second later: whoever adds one neither waits nor fails. While the store is
 * slow or away, at most so many wait, and the rest is dropped.
 */
export class RowBuffer<T extends { _id: number; createdAt: Date }> {
  readonly #model: Model<T>;
  readonly #name: string;
  #waiting: Omit<T, "_id">[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor(model: Model<T>, name: string) {
    this.#model = model;
    this.#name = name;
  }

  add(row: Omit<T, "_id">): void {
    if (this.#waiting.length >= MOST_WAITING) {
      requestLogDropped.inc({ log: this.#name });
      return;
    }
    this.#waiting.push(row);
    if (AFTER_MS > 0) this.#timer ??= setTimeout(() => void this.flush(), AFTER_MS).unref();
  }

  /** Writes what waits; ends when it is written, or dropped. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#writing) await this.#writing;
    this.#writing = this.#write().finally(() => (this.#writing = undefined));
    await this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const rows = this.#waiting.splice(0, AT_ONCE);
      try {
        // Whoever added the first of them may have been in a transaction.
        await outsideTransaction(async () => {
          const ids = await nextIds(this.#model.collection.collectionName, rows.length);
          await this.#model.insertMany(rows.map((row, index) => ({ ...row, _id: ids[index]! })) as never[], {
            ordered: false,
          });
        });
      } catch (error) {
        requestLogDropped.inc({ log: this.#name }, rows.length);
        log.warn({ log: this.#name, rows: rows.length, err: error }, "rows of a request log are lost");
      }
    }
  }
}
