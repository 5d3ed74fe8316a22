import { eraseBuyer } from "#shared/domains/trade/worker.js";
import { throwIfDuplicate } from "#shared/kernel/mongo/duplicates.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { checkpoint } from "#shared/kernel/request/context.js";
import type { Moved } from "./belongings.js";
import { modelOf } from "./ownedModels.js";

/** Rows of one transaction. */
const BATCH = 500;

/**
 * Gives the rows of a merged member to the other one, a batch and a transaction at a time, each guarded by the old owner:
 * what another transaction writes to such a row meanwhile, it or this one does again.
 */
export async function moveRows(belonging: Moved, from: number, into: number): Promise<void> {
  while ((await inTransaction(() => moveBatch(belonging, from, into))) === BATCH) checkpoint();
}

async function moveBatch(belonging: Moved, from: number, into: number): Promise<number> {
  const { field, where = {}, uniqueBy, countsUnpaid } = belonging;
  const model = modelOf(belonging);
  const asked: Record<string, 1> = { _id: 1, ...(uniqueBy ? { [uniqueBy]: 1 } : {}) };
  const rows = await withDeleted(model.find({ ...where, [field]: from }, asked).limit(BATCH)).lean();
  if (rows.length === 0) return 0;
  if (uniqueBy) {
    const values = rows.map((row) => row[uniqueBy]);
    const taken = await model.find({ [field]: into, [uniqueBy]: { $in: values } }, { [uniqueBy]: 1 }).lean();
    if (taken.length > 0)
      await model.deleteMany({ [field]: from, [uniqueBy]: { $in: taken.map((row) => row[uniqueBy]) } });
  }
  if (countsUnpaid) for (const memberId of [from, into]) await eraseBuyer(memberId);
  const these = { _id: { $in: rows.map(({ _id }) => _id) }, [field]: from, ...where };
  await withDeleted(model.updateMany(these, { $set: { [field]: into } }, { timestamps: false }))
    .exec()
    .catch(throwIfDuplicate(() => new LostRace(`${belonging.collection} of ${into}`)));
  return rows.length;
}
