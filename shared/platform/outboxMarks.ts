import type { UpdateQuery } from "mongoose";
import { OutboxModel, type OutboxRow } from "./outboxRow.js";

export interface Mark {
  _id: number;
  run: number;
  /** What is written on the row as long as this run of it is in one of the `from` states. */
  update: UpdateQuery<OutboxRow>;
}

/** Marks many rows in one command, those that get the same in one update; answers how many were marked. */
export async function markRows(from: readonly OutboxRow["state"][], marks: readonly Mark[]): Promise<number> {
  const together = new Map<string, { run: number; update: UpdateQuery<OutboxRow>; ids: number[] }>();
  for (const { _id, run, update } of marks) {
    const key = `${run} ${JSON.stringify(update)}`;
    const same = together.get(key) ?? { run, update, ids: [] };
    together.set(key, same);
    same.ids.push(_id);
  }
  if (together.size === 0) return 0;
  const { modifiedCount } = await OutboxModel.bulkWrite(
    [...together.values()].map(({ run, update, ids }) => ({
      updateMany: { filter: { _id: { $in: ids }, run, state: { $in: [...from] } }, update },
    })),
    { ordered: false },
  );
  return modifiedCount;
}
