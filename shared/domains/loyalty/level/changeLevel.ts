import { recordOperation } from "#shared/domains/audit/index.js";
import { MemberLevelModel, MemberModel, type MemberLevelDoc } from "#shared/domains/member/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction, isDuplicateKey, LostRace } from "#shared/kernel/mongo/mongo.js";
import { invalidateLevels, listLevels, oneLevel } from "./level.queries.js";
import { loyaltyErrors } from "../loyalty.errors.js";
import { LoyaltyConfigModel, THE_CONFIG } from "../loyaltyConfig.model.js";

export type LevelInput = Omit<MemberLevelDoc, "_id" | "createdAt">;

/** Returns the new level's id. Throws LevelNameExists, LevelNumberExists, ExperienceTooLow, ExperienceTooHigh. */
export async function createLevel(input: LevelInput): Promise<number> {
  const _id = await nextId("memberLevels");
  return inLevelTransaction(async () => {
    checkAgainst(await listLevels(), input);
    await MemberLevelModel.create([{ _id, ...input }]);
    await recordOperation({ module: "member", action: "level.create", bizId: _id, after: input });
    return _id;
  });
}

/** Members keep their level until their experience changes. Throws LevelNotFound, and as createLevel. */
export async function updateLevel(id: number, input: LevelInput): Promise<true> {
  return inLevelTransaction(async () => {
    const before = await oneLevel(id);
    checkAgainst(
      (await listLevels()).filter(({ _id }) => _id !== id),
      input,
    );
    await MemberLevelModel.updateOne({ _id: id }, { $set: { ...input } });
    await recordOperation({ module: "member", action: "level.update", bizId: id, before, after: input });
    return true as const;
  });
}

/**
 * Throws LevelNotFound, LevelHasMembers. A member who reaches it concurrently is shown without a level until the
 * experience changes.
 */
export async function deleteLevel(id: number): Promise<true> {
  return inLevelTransaction(async () => {
    const before = await oneLevel(id);
    const count = await MemberModel.countDocuments({ levelId: id });
    if (count > 0) throw loyaltyErrors.LevelHasMembers({ count });
    if (!(await deleteLogically(MemberLevelModel, { _id: id }))) throw loyaltyErrors.LevelNotFound();
    await recordOperation({ module: "member", action: "level.delete", bizId: id, before });
    return true as const;
  });
}

/** Checks a level that is to be restored, in the same transaction. Throws as createLevel. */
export async function checkLevelFits(level: LevelInput): Promise<void> {
  await claimLevels();
  checkAgainst(await listLevels(), level);
}

/** Serializes changes of levels, as each one checks all the others. */
async function inLevelTransaction<T>(change: () => Promise<T>): Promise<T> {
  return inTransaction(async () => {
    try {
      await claimLevels();
      const result = await change();
      invalidateLevels();
      return result;
    } catch (error) {
      // Two processes created the row concurrently at the very first change: the next run finds it.
      throw isDuplicateKey(error) ? new LostRace("levels") : error;
    }
  });
}

async function claimLevels(): Promise<void> {
  await LoyaltyConfigModel.updateOne({ _id: THE_CONFIG }, { $inc: { levelVersion: 1 } }, { upsert: true });
}

/** Names and numbers are unique, and a higher level needs more experience (rules: Loyalty). */
function checkAgainst(others: MemberLevelDoc[], { name, level, experience }: LevelInput): void {
  if (others.some((other) => other.name === name)) throw loyaltyErrors.LevelNameExists({ name });
  const sameNumber = others.find((other) => other.level === level);
  if (sameNumber) throw loyaltyErrors.LevelNumberExists({ level, name: sameNumber.name });
  for (const other of others) {
    const params = { name: other.name, experience: other.experience };
    if (other.level < level && other.experience >= experience) throw loyaltyErrors.ExperienceTooLow(params);
    if (other.level > level && other.experience <= experience) throw loyaltyErrors.ExperienceTooHigh(params);
  }
}
