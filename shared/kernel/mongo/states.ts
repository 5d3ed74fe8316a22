import type { Model, QueryFilter, UpdateQuery } from "mongoose";

/** A transition table: from each state the states that may follow. */
export interface States<S extends number | string> {
  readonly name: string;
  readonly transitions: Readonly<Record<S, readonly S[]>>;
  allows(from: S, to: S): boolean;
}

export function defineStates<S extends number | string>(name: string, transitions: Record<S, readonly S[]>): States<S> {
  const known = new Set(Object.keys(transitions));
  for (const targets of Object.values(transitions) as (readonly S[])[])
    for (const target of targets)
      if (!known.has(String(target))) throw new Error(`${name}: state ${target} has no row in the table`);
  return { name, transitions, allows: (from, to) => transitions[from]?.includes(to) ?? false };
}

/**
 * Moves a row by one guarded write. False: the row was not in `from` (any more), the race was lost. A move that the
 * table does not have is a fault of the program and throws.
 */
export async function moveState<T extends { _id: number; status: S }, S extends number>(
  model: Model<T>,
  states: States<S>,
  move: {
    where: QueryFilter<T>;
    from: S | readonly S[];
    to: S;
    set?: UpdateQuery<T>["$set"];
    inc?: UpdateQuery<T>["$inc"];
  },
): Promise<boolean> {
  const sources = (Array.isArray(move.from) ? move.from : [move.from]) as readonly S[];
  for (const from of sources)
    if (!states.allows(from, move.to)) throw new Error(`${states.name}: ${from} -> ${move.to} is not in the table`);
  const filter = { ...move.where, status: sources.length === 1 ? sources[0] : { $in: sources } };
  const update = { $set: { ...move.set, status: move.to }, ...(move.inc ? { $inc: move.inc } : {}) };
  const { modifiedCount } = await model.updateOne(filter as QueryFilter<T>, update as UpdateQuery<T>);
  return modifiedCount === 1;
}
