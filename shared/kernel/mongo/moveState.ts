import type { Model, QueryFilter, UpdateQuery } from "mongoose";
import { gatherUpdate } from "./gathered.js";
import type { States } from "./states.js";

interface Move<T, S extends number> {
  where: QueryFilter<T>;
  from: S | readonly S[];
  to: S;
  set?: UpdateQuery<T>["$set"];
  inc?: UpdateQuery<T>["$inc"];
}

/**
 * Moves a row by one guarded write. False: the row was not in `from` (any more), the race was lost. A move that is not in
 * the table is a bug and throws.
 */
export async function moveState<T extends { _id: number; status: S }, S extends number>(
  model: Model<T>,
  states: States<S>,
  move: Move<T, S>,
): Promise<boolean> {
  const { filter, update } = guarded(states, move);
  const { modifiedCount } = await model.updateOne(filter, update);
  return modifiedCount === 1;
}

/** The same, and returns the row after the move; null: the race was lost. */
export async function moveStateOf<T extends { _id: number; status: S }, S extends number>(
  model: Model<T>,
  states: States<S>,
  move: Move<T, S>,
): Promise<T | null> {
  const { filter, update } = guarded(states, move);
  return (await model.findOneAndUpdate(filter, update, { returnDocument: "after" }).lean()) as T | null;
}

/** Moves a row with the other writes at the end of the transaction, which ends with `orElse` if the race was lost. */
export const gatherMove = <T extends { _id: number; status: S }, S extends number>(
  model: Model<T>,
  states: States<S>,
  move: Move<T, S>,
  orElse: () => Error,
): Promise<void> => gatherUpdate(model, guarded(states, move), orElse);

function guarded<T, S extends number>(
  states: States<S>,
  { where, from, to, set, inc }: Move<T, S>,
): { filter: QueryFilter<T>; update: UpdateQuery<T> } {
  const sources = (Array.isArray(from) ? from : [from]) as readonly S[];
  for (const source of sources)
    if (!states.allows(source, to)) throw new Error(`${states.name}: ${source} -> ${to} is not in the table`);
  return {
    filter: { ...where, status: sources.length === 1 ? sources[0] : { $in: sources } } as QueryFilter<T>,
    update: { $set: { ...set, status: to }, ...(inc ? { $inc: inc } : {}) } as UpdateQuery<T>,
  };
}
