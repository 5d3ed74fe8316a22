import type { mongo } from "mongoose";

type Rows<T extends mongo.Document> = mongo.Collection<T>;

/*
 * For rows that processes of the shop write meanwhile, where no model is at hand. A single command for many rows, outside of
 * a transaction, can stop the embedded store for good: it waits for a row of a transaction that waits for one of its own
 * (check:store).
 */

/** Updates the rows that match now, one by one. */
export async function updateEach<T extends mongo.Document>(
  rows: Rows<T>,
  filter: mongo.Filter<T>,
  update: mongo.UpdateFilter<T>,
): Promise<void> {
  const found = await idsOf(rows, filter);
  if (found.length === 0) return;
  await rows.bulkWrite(
    found.map((_id) => ({ updateOne: { filter: { ...filter, _id } as mongo.Filter<T>, update } })),
    { ordered: false },
  );
}

/** Deletes the rows that match now, one by one. */
export async function deleteEach<T extends mongo.Document>(rows: Rows<T>, filter: mongo.Filter<T>): Promise<void> {
  const found = await idsOf(rows, filter);
  if (found.length === 0) return;
  await rows.bulkWrite(
    found.map((_id) => ({ deleteOne: { filter: { _id } as mongo.Filter<T> } })),
    { ordered: false },
  );
}

async function idsOf<T extends mongo.Document>(rows: Rows<T>, filter: mongo.Filter<T>): Promise<unknown[]> {
  const found = await rows.find(filter, { projection: { _id: 1 } }).toArray();
  return found.map(({ _id }) => _id as unknown);
}
