import type { AppError } from "#shared/kernel/request/errors.js";
import { memberErrors } from "./member.errors.js";
import { MemberModel, type MemberDoc } from "./member.model.js";
import { MemberStatus } from "./member.states.js";
import { MemberLevelModel, type MemberLevelDoc } from "./memberLevel.model.js";

export async function findMember(memberId: number): Promise<MemberDoc | null> {
  return MemberModel.findById(memberId).lean<MemberDoc>();
}

export async function findMemberByMobile(mobile: string): Promise<MemberDoc | null> {
  return MemberModel.findOne({ mobile }).lean<MemberDoc>();
}

/**
 * Who has what belonged to a member: the last one of those it was merged into, one after another; else the member
 * itself, erased or not.
 */
export async function ownerNow(memberId: number): Promise<number> {
  for (let owner = memberId; ;) {
    const row = await MemberModel.findById(owner, { mergedInto: 1 }).lean<Pick<MemberDoc, "mergedInto">>();
    if (typeof row?.mergedInto !== "number") return owner;
    owner = row.mergedInto;
  }
}

/** The same if that is another member; undefined: it was merged into nobody. */
export async function ownerElsewhere(memberId: number): Promise<number | undefined> {
  const owner = await ownerNow(memberId);
  return owner === memberId ? undefined : owner;
}

/** Why a write of a member that was not merged found none: MemberMerged or MemberNotFound. */
export async function whyNotThere(memberId: number): Promise<AppError> {
  const into = await ownerElsewhere(memberId);
  return into === undefined ? memberErrors.MemberNotFound() : memberErrors.MemberMerged({ into });
}

/** Throws MemberNotFound, or MemberMerged for a member whose place another has taken. */
export async function requireMember(memberId: number): Promise<void> {
  if (!(await MemberModel.exists({ _id: memberId, mergedInto: null }))) throw await whyNotThere(memberId);
}

/** Whether a member was merged into another, or another is on its way into it. */
export async function isBeingMerged(memberId: number): Promise<boolean> {
  const moving = [
    { _id: memberId, mergedInto: { $ne: null } },
    { mergedInto: memberId, status: MemberStatus.merging },
  ];
  return (await MemberModel.exists({ $or: moving })) !== null;
}

/** Those that were merged into a member, newest first. */
export async function mergedMembersOf(memberId: number): Promise<MemberDoc[]> {
  return MemberModel.find({ mergedInto: memberId }).sort({ mergedAt: -1, _id: -1 }).limit(100).lean<MemberDoc[]>();
}

/** The level of a member; null for a member without one. */
export async function findMemberLevel(levelId: number | null): Promise<MemberLevelDoc | null> {
  return levelId === null ? null : MemberLevelModel.findById(levelId).lean<MemberLevelDoc>();
}
