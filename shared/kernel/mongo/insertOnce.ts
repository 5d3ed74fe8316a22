import type mongoose from "mongoose";
import { isDuplicateKey, isInTransaction, LostRace } from "./mongo.js";

/**
 * Inserts a row unless one with these unique values exists; true when it did. When another process is faster, a
 * transaction runs again and finds its row.
 */
export async function insertOnce<T extends { _id: unknown }>(
  model: mongoose.Model<T>,
  unique: Partial<T>,
  row: Partial<T>,
): Promise<boolean> {
  if (await model.exists(unique as mongoose.QueryFilter<T>)) return false;
  try {
    await model.create([{ ...unique, ...row }] as never[]);
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    if (isInTransaction()) throw new LostRace(JSON.stringify(unique));
    return false;
  }
}
