import { MemberModel, type MemberDoc } from "#shared/domains/member/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { isDuplicateKey, isInTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { ExperienceRecordModel } from "./experienceRecord.model.js";
import { invalidateLevelOf, memberLevels } from "./level.queries.js";
import { recordLevel } from "./levelRecord.model.js";
import { levelFor } from "./levelRule.js";
import type { ExperienceBizType } from "../loyalty.codes.js";

export interface ExperienceChange {
  memberId: number;
  /** Signed; what would fall below 0 stops at 0. */
  change: number;
  bizType: ExperienceBizType;
  bizId: number | string;
  /** Absent: named by bizType when it is shown. */
  title?: string | null | undefined;
  description?: string | null | undefined;
  /** It follows from a state that the same transaction moves, once: there is no need to look for its record. */
  isNew?: boolean;
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
  if (!given.isNew && (await ExperienceRecordModel.exists({ memberId, bizType, bizId }))) return false;
  const member = change > 0 ? await gain(memberId, change) : await memberProgress(memberId);
  if (!member) return false;
  const totalExperience = Math.max(0, member.experience + change);
  const level = levelFor(await memberLevels(), totalExperience);
  const levelId = level?._id ?? member.levelId;
  if (change < 0) await setProgress(memberId, member, { experience: totalExperience, levelId });
  else if (levelId !== member.levelId) await setLevel(memberId, levelId);
  const experience = totalExperience - member.experience;
  await writeExperienceRecord({ memberId, bizType, bizId, title, description, experience, totalExperience });
  if (level && level._id !== member.levelId) await recordLevel(memberId, level, totalExperience);
  return true;
}

export type Progress = Pick<MemberDoc, "experience" | "levelId">;
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

export interface ExperienceRow {
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
