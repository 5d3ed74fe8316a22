import type mongoose from "mongoose";
import { clock } from "../time/clock.js";
import { currentContext } from "../request/context.js";

/** The fields of a row that an operator deleted; absent on other rows. */
export interface LogicallyDeleted {
  deletedAt?: Date | null;
  /** The operator who deleted it; null: the service itself. */
  deletedBy?: number | null;
}

const queries = [
  "find",
  "findOne",
  "findOneAndUpdate",
  "findOneAndReplace",
  "countDocuments",
  "distinct",
  "updateOne",
  "updateMany",
  "replaceOne",
] as const;

/**
 * Every query and aggregation of the collection sees only undeleted rows, unless it names `deletedAt` itself or was passed
 * through withDeleted(). bulkWrite and the driver's own collection are not covered.
 */
export function hideDeletedRows(schema: mongoose.Schema): void {
  schema.add({ deletedAt: Date, deletedBy: Number });
  schema.pre([...queries], { document: false, query: true }, function (this: mongoose.Query<unknown, unknown>) {
    if (!this.getOptions()["withDeleted"] && !("deletedAt" in this.getFilter()))
      this.where({ deletedAt: null } as never);
  });
  schema.pre("aggregate", function (this: mongoose.Aggregate<unknown>) {
    if (this.options["withDeleted"]) return;
    const stages = this.pipeline();
    const [first] = stages;
    if (!first || !("$match" in first)) stages.unshift({ $match: { deletedAt: null } });
    // Kept as one stage, as the index is chosen by the first.
    else if (!("deletedAt" in first.$match)) stages[0] = { $match: { ...first.$match, deletedAt: null } };
  });
}

/** For lookups of references: what an order or a log row refers to still shows its name after it was deleted. */
export function withDeleted<Q extends { setOptions(options: mongoose.QueryOptions): Q }>(query: Q): Q {
  return query.setOptions({ withDeleted: true });
}

/** One guarded write. False: no undeleted row matches, because it is deleted already or `filter` no longer holds. */
export async function deleteLogically<T>(
  model: mongoose.Model<T>,
  filter: mongoose.QueryFilter<T>,
  alsoWrite: mongoose.UpdateQuery<T> = {},
): Promise<boolean> {
  const { modifiedCount } = await model.updateOne(filter, markDeleted(alsoWrite));
  return modifiedCount === 1;
}

/** The same for every row that matches; returns how many. */
export async function deleteAllLogically<T>(
  model: mongoose.Model<T>,
  filter: mongoose.QueryFilter<T>,
  alsoWrite: mongoose.UpdateQuery<T> = {},
): Promise<number> {
  return (await model.updateMany(filter, markDeleted(alsoWrite))).modifiedCount;
}

/** The fields that a move of a row to a deleted state writes besides the state. */
export function deletion(): { deletedAt: Date; deletedBy: number | null } {
  const actor = currentContext()?.actor;
  return { deletedAt: clock.now(), deletedBy: actor?.kind === "operator" ? actor.operatorId : null };
}

function markDeleted<T>(alsoWrite: mongoose.UpdateQuery<T>): mongoose.UpdateQuery<T> {
  return { ...alsoWrite, $set: { ...alsoWrite.$set, ...deletion() } } as mongoose.UpdateQuery<T>;
}

/**
 * Restores a deleted row. False: no deleted row matches. A unique name that another row took meanwhile is a duplicate key.
 */
export async function restoreRow<T>(
  model: mongoose.Model<T>,
  filter: mongoose.QueryFilter<T>,
  set: Partial<T> = {},
): Promise<boolean> {
  const write = { $set: set, ...undelete } as unknown as mongoose.UpdateQuery<T>;
  const { modifiedCount } = await model.updateOne({ ...filter, deletedAt: { $ne: null } }, write);
  return modifiedCount === 1;
}

/** Restores rows that were deleted together with their parent, which was deleted first. */
export async function restoreRows<T>(
  model: mongoose.Model<T>,
  filter: mongoose.QueryFilter<T>,
  since: Date | null | undefined,
): Promise<void> {
  await model.updateMany({ ...filter, deletedAt: { $gte: since } }, undelete as unknown as mongoose.UpdateQuery<T>);
}

const undelete = { $unset: { deletedAt: "", deletedBy: "" } };
