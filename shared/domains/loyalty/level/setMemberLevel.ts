import { recordOperation } from "#shared/domains/audit/index.js";
import { memberErrors, requireMember } from "#shared/domains/member/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { memberProgress, setProgress, writeExperienceRecord } from "./changeExperience.js";
import { oneLevel } from "./level.queries.js";
import { recordLevel } from "./levelRecord.model.js";
import { ExperienceBizType } from "../loyalty.codes.js";

/**
 * An operator sets or removes (null) a member's level: the experience becomes that level's threshold, or 0 (rules:
 * Loyalty). No-op for the current level. Throws MemberNotFound, MemberMerged, LevelNotFound.
 */
export async function setMemberLevel({
  memberId,
  levelId,
  reason,
}: {
  memberId: number;
  levelId: number | null;
  reason: string;
}): Promise<true> {
  const bizId = String(await nextId("levelChanges"));
  await inTransaction(async () => {
    await requireMember(memberId);
    const before = await memberProgress(memberId);
    if (!before) throw memberErrors.MemberNotFound();
    const level = levelId === null ? null : await oneLevel(levelId);
    if (before.levelId === levelId) return;
    const totalExperience = level?.experience ?? 0;
    await setProgress(memberId, before, { experience: totalExperience, levelId });
    const experience = totalExperience - before.experience;
    if (experience !== 0)
      await writeExperienceRecord({
        memberId,
        bizType: ExperienceBizType.levelSet,
        bizId,
        title: null,
        description: reason,
        experience,
        totalExperience,
      });
    await recordLevel(memberId, level, totalExperience, reason);
    await recordOperation({
      module: "member",
      action: "user.updateLevel",
      bizId: memberId,
      before: { levelId: before.levelId, experience: before.experience },
      after: { levelId, experience: totalExperience, reason },
    });
  });
  return true;
}
