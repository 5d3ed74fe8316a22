import type { Model } from "mongoose";
import { config } from "#shared/kernel/config/config.js";
import { nextIds } from "#shared/kernel/mongo/ids.js";
import { log } from "#shared/kernel/observability/log.js";
import { requestLogDropped } from "#shared/kernel/observability/metrics.js";
import { outsideTransaction } from "#shared/kernel/mongo/mongo.js";

/** Maximum of waiting rows; any more are dropped and counted. */
const MOST_WAITING = 2_000;
const AT_ONCE = 500;
/** Tests flush explicitly, as a delayed write would be counted among those that they observe. */
const AFTER_MS = config.NODE_ENV === "test" ? 0 : 1_000;

/**
 * Buffers rows and writes them in batches, a second later, so that adding one neither waits nor fails. While the store
 * is slow or away, a limited number waits, and the rest is dropped.
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

  /** Writes the waiting rows; resolves when they are written or dropped. */
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
        // The caller that added the first of them may have been in a transaction.
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
