import type { AppError } from "#shared/kernel/request/errors.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { isDuplicateKey, LostRace } from "#shared/kernel/mongo/mongo.js";
import { ActivityCountModel, type ActivityCountDoc } from "./activityTake.model.js";

type CountOf = Pick<ActivityCountDoc, "activityId" | "memberId" | "scope">;

/** How much a member has used of a limit. */
export async function countOf(of: CountOf): Promise<number> {
  return (await ActivityCountModel.findOne(of).lean<ActivityCountDoc>())?.count ?? 0;
}

/**
 * Uses `by` of a limit (null: none), in the caller's transaction. Concurrent orders conflict on the row, so that
 * together they never exceed the limit.
 */
export async function useUp(
  of: CountOf,
  by: number,
  { limit, refuse }: { limit: number | null; refuse: () => AppError },
): Promise<void> {
  if (limit !== null && by > limit) throw refuse();
  const room = limit === null ? {} : { count: { $lte: limit - by } };
  const { matchedCount } = await ActivityCountModel.updateOne({ ...of, ...room }, { $inc: { count: by } });
  if (matchedCount > 0) return;
  if (await ActivityCountModel.exists(of)) throw refuse();
  try {
    await ActivityCountModel.create([{ _id: await nextId("activityCounts"), ...of, count: by }]);
  } catch (error) {
    if (isDuplicateKey(error)) throw new LostRace(`first count of ${of.activityId} ${of.memberId}`);
    throw error;
  }
}

/** Gives `by` of a limit back. */
export async function giveBack(of: CountOf, by: number): Promise<void> {
  await ActivityCountModel.updateOne({ ...of, count: { $gte: by } }, { $inc: { count: -by } });
}
