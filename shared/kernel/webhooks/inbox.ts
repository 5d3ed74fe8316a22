import { createHash } from "node:crypto";
import type { Model, QueryFilter } from "mongoose";
import { ignoreDuplicate } from "../mongo/duplicates.js";
import { nextId } from "../mongo/ids.js";
import { inTransaction } from "../mongo/mongo.js";

/** The store of a provider's verified callbacks until a job has handled them. */
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
  // If a concurrent duplicate is faster, it is committed.
  await inTransaction(async () => {
    await model.create([{ _id, ...unique, ...rest } as D]);
    await enqueueHandling(_id);
  }).catch(ignoreDuplicate(uniqueBy));
}
