import { createHash } from "node:crypto";
import type { Model, QueryFilter } from "mongoose";
import { nextId } from "../mongo/ids.js";
import { inTransaction, isDuplicateKey } from "../mongo/mongo.js";

/** Where verified callbacks of a provider are stored until a job has handled them. */
interface Inbox<D extends { _id: number }> {
  model: Model<D>;
  /** The name of the counter of its ids. */
  counter: string;
  /** The last field of its unique index. */
  uniqueBy: string;
}

/** Identifies a callback without an id of its own by its text. */
export const digestOf = (body: string): string => createHash("sha256").update(body).digest("hex");

/**
 * Stores a callback once, with the job that handles it, in one transaction; a duplicate changes nothing, whether it comes
 * later or concurrently.
 */
export async function storeOnce<D extends { _id: number }>(
  { model, counter, uniqueBy }: Inbox<D>,
  unique: Partial<D>,
  rest: Partial<D>,
  enqueueHandling: (id: number) => Promise<unknown>,
): Promise<void> {
  if (await model.exists(unique as QueryFilter<D>)) return;
  const _id = await nextId(counter);
  try {
    await inTransaction(async () => {
      await model.create([{ _id, ...unique, ...rest } as D]);
      await enqueueHandling(_id);
    });
  } catch (error) {
    // A concurrent duplicate was faster, and is committed.
    if (!isDuplicateKey(error, uniqueBy)) throw error;
  }
}
