import type { UpdateQuery } from "mongoose";
import { inTransaction } from "../mongo/mongo.js";
import { OutboxModel, type OutboxRow } from "./row.js";

interface Mark {
  _id: number;
  run: number;
  /** Written on the row if this run of it is in one of the `from` states. */
  update: UpdateQuery<OutboxRow>;
}

/** Up to this many are marked one by one, as a transaction would cost more. */
const FEW = 8;

/** Marks rows in one command, many of them all or none; returns how many were marked. */
export async function markRows(from: readonly OutboxRow["state"][], marks: readonly Mark[]): Promise<number> {
  if (marks.length === 0) return 0;
  const state = { $in: [...from] };
  if (marks.length <= FEW) {
    const writes = marks.map(({ _id, run, update }) => ({ updateOne: { filter: { _id, run, state }, update } }));
    return (await OutboxModel.bulkWrite(writes, { ordered: false })).modifiedCount;
  }
  const writes = [...byUpdate(marks).values()].map(({ ids, run, update }) => ({
    updateMany: { filter: { _id: { $in: ids }, run, state }, update },
  }));
  return inTransaction(async () => (await OutboxModel.bulkWrite(writes)).modifiedCount);
}

function byUpdate(marks: readonly Mark[]): Map<string, Omit<Mark, "_id"> & { ids: number[] }> {
  const groups = new Map<string, Omit<Mark, "_id"> & { ids: number[] }>();
  for (const { _id, run, update } of marks) {
    const key = `${run} ${JSON.stringify(update)}`;
    const group = groups.get(key) ?? { run, update, ids: [] };
    groups.set(key, group);
    group.ids.push(_id);
  }
  return groups;
}
