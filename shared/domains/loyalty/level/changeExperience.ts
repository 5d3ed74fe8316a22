import { MemberModel, type MemberDoc } from "#shared/domains/member/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { isDuplicateKey, isInTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { ExperienceRecordModel } from "./experienceRecord.model.js";
import { invalidateLevelOf, memberLevels } from "./level.queries.js";
import { recordLevel } from "./levelRecord.model.js";
import { levelFor } from "./levelRule.js";
import type { ExperienceBizType } from "../loyalty.codes.js";

interface ExperienceChange {
  memberId: number;
  /** Signed; what would fall below 0 stops at 0. */
  change: number;
  bizType: ExperienceBizType;
  bizId: number | string;
  /** Absent: named by bizType when it is shown. */
  title?: string | null | undefined;
  description?: string | null | undefined;
}

/**
 * Adds to a member's experience or takes from it, in the caller's transaction; the level follows, up and down, and stays
 * when no enabled level is reached (rules: Loyalty). The same (member, bizType, bizId) again changes nothing, nor does a
 * member who is gone. Answers whether it changed anything.
 */
export async function changeExperience(given: ExperienceChange): Promise<boolean> {
  const { memberId, change, bizType, title = null, description = null } = given;
  if (!isInTransaction()) throw new Error("experience changes in a transaction");
  if (change === 0) return false;
  const bizId = String(given.bizId);
  if (await ExperienceRecordModel.exists({ memberId, bizType, bizId })) return false;
  const named = { memberId, bizType, bizId, title, description };
  const member = change > 0 ? await gain(memberId, change) : await memberProgress(memberId);
  if (!member) return false;
  if (change > 0) await recordGain(named, member, change);
  else await take(named, member, change);
  return true;
}

type Named = Omit<ExperienceRow, "experience" | "totalExperience">;

/** What was just added to the member's row, who had `before`: its record, and the level that it reaches. */
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

/** Answers what the member had before. */
async function gain(memberId: number, change: number): Promise<Progress | null> {
  return MemberModel.findOneAndUpdate(
    { _id: memberId },
    { $inc: { experience: change } },
    { projection: progress, returnDocument: "before" },
  ).lean<Progress>();
}

async function setLevel(memberId: number, levelId: number | null): Promise<void> {
  await MemberModel.updateOne({ _id: memberId }, { $set: { levelId } });
  invalidateLevelOf(memberId);
}

/** One write that holds only while the member's row is as it was read; otherwise the transaction runs again. */
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
  try {
    await ExperienceRecordModel.create([{ _id: await nextId("experienceRecords"), ...row }]);
  } catch (error) {
    // Another process wrote the same row just now: this transaction is lost and the next run finds it.
    if (isDuplicateKey(error)) throw new LostRace(`experience ${row.bizType} ${row.bizId}`);
    throw error;
  }
}
