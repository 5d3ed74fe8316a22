import { MemberModel } from "#shared/domains/member/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { invalidateLevelOf, memberLevels } from "./level/level.queries.js";
import { recordLevel } from "./level/levelRecord.model.js";
import { levelFor } from "./level/levelRule.js";

/** Gives a member without level and experience the level that needs no experience, if there is one. */
export async function welcomeMember(memberId: number): Promise<void> {
  const level = levelFor(await memberLevels(), 0);
  if (!level) return;
  await inTransaction(async () => {
    const { modifiedCount } = await MemberModel.updateOne(
      { _id: memberId, mergedInto: null, levelId: null, experience: 0 },
      { $set: { levelId: level._id } },
    );
    if (modifiedCount === 0) return;
    invalidateLevelOf(memberId);
    await recordLevel(memberId, level, 0);
  });
}
