import { MemberModel, ownerElsewhere, type MemberDoc } from "#shared/domains/member/index.js";
import { gatherInserts } from "#shared/kernel/mongo/gathered.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { isInTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { ExperienceRecordModel } from "./experienceRecord.model.js";
import { invalidateLevelOf, memberLevels } from "./level.queries.js";
import { recordLevel } from "./levelRecord.model.js";
import { levelFor } from "./levelRule.js";
import type { ExperienceBizType } from "../loyalty.codes.js";

interface ExperienceChange {
  memberId: number;
  /** Signed; the experience never falls below 0. */
  change: number;
  bizType: ExperienceBizType;
  bizId: number | string;
  /** Absent: the name of bizType is shown. */
  title?: string | null | undefined;
  description?: string | null | undefined;
}

/**
 * Changes a member's experience in the caller's transaction; the level follows, up and down, and stays when no enabled
 * level is reached (rules: Loyalty). Idempotent per (member, bizType, bizId); no-op for an absent member. Returns
 * whether it changed anything.
 */
export async function changeExperience(input: ExperienceChange): Promise<boolean> {
  const { memberId, change, bizType, title = null, description = null } = input;
  if (!isInTransaction()) throw new Error("experience changes in a transaction");
  if (change === 0) return false;
  const bizId = String(input.bizId);
  if (await ExperienceRecordModel.exists({ memberId, bizType, bizId })) return false;
  const named = { memberId, bizType, bizId, title, description };
  const member = change > 0 ? await gain(memberId, change) : await progressOfUnmerged(memberId);
  if (!member) {
    const owner = await ownerElsewhere(memberId);
    return owner === undefined ? false : changeExperience({ ...input, memberId: owner });
  }
  if (change > 0) await recordGain(named, member, change);
  else await take(named, member, change);
  return true;
}

type Named = Omit<ExperienceRow, "experience" | "totalExperience">;

/** Writes the record of experience just added to the member's row, and sets the level that it reaches. */
export async function recordGain(named: Named, before: Progress, change: number): Promise<void> {
  const { memberId } = named;
  const totalExperience = before.experience + change;
  const level = levelFor(await memberLevels(), totalExperience);
  const reached = level && level._id !== before.levelId ? level : undefined;
  if (reached) await setLevel(memberId, reached._id);
  await writeExperienceRecord({ ...named, experience: change, totalExperience });
  if (reached) await recordLevel(memberId, reached, totalExperience);
}

async function take(named: Named, before: Progress, change: number): Promise<void> {
  const { memberId } = named;
  const totalExperience = Math.max(0, before.experience + change);
  const level = levelFor(await memberLevels(), totalExperience);
  await setProgress(memberId, before, { experience: totalExperience, levelId: level?._id ?? before.levelId });
  await writeExperienceRecord({ ...named, experience: totalExperience - before.experience, totalExperience });
  if (level && level._id !== before.levelId) await recordLevel(memberId, level, totalExperience);
}

type Progress = Pick<MemberDoc, "experience" | "levelId">;
const progress = { experience: 1, levelId: 1 } as const;

export async function memberProgress(memberId: number): Promise<Progress | null> {
  return MemberModel.findById(memberId, progress).lean<Progress>();
}

async function progressOfUnmerged(memberId: number): Promise<Progress | null> {
  return MemberModel.findOne({ _id: memberId, mergedInto: null }, progress).lean<Progress>();
}

/** Returns the values before the change. */
async function gain(memberId: number, change: number): Promise<Progress | null> {
  return MemberModel.findOneAndUpdate(
    { _id: memberId, mergedInto: null },
    { $inc: { experience: change } },
    { projection: progress, returnDocument: "before" },
  ).lean<Progress>();
}

async function setLevel(memberId: number, levelId: number | null): Promise<void> {
  await MemberModel.updateOne({ _id: memberId }, { $set: { levelId } });
  invalidateLevelOf(memberId);
}

/** One write guarded by the values that were read; if they changed, the transaction runs again. */
export async function setProgress(memberId: number, from: Progress, to: Progress): Promise<void> {
  const { experience, levelId } = from;
  const { matchedCount } = await MemberModel.updateOne({ _id: memberId, experience, levelId }, { $set: { ...to } });
  if (matchedCount === 0) throw new LostRace(`experience of ${memberId}`);
  if (to.levelId !== levelId) invalidateLevelOf(memberId);
}

interface ExperienceRow {
  memberId: number;
  bizType: ExperienceBizType;
  bizId: string;
  title: string | null;
  description: string | null;
  experience: number;
  totalExperience: number;
}

export async function writeExperienceRecord(row: ExperienceRow): Promise<void> {
  // Another process may have just written the same row: then this transaction is run anew and finds it.
  const onDuplicate = (): Error => new LostRace(`experience ${row.bizType} ${row.bizId}`);
  await gatherInserts(ExperienceRecordModel, [{ _id: await nextId("experienceRecords"), ...row }], { onDuplicate });
}
