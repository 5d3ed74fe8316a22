import { MemberModel, type MemberDoc } from "./member.model.js";
import { MemberLevelModel, type MemberLevelDoc } from "./memberLevel.model.js";

export async function findMember(memberId: number): Promise<MemberDoc | null> {
  return MemberModel.findById(memberId).lean<MemberDoc>();
}

export async function findMemberByMobile(mobile: string): Promise<MemberDoc | null> {
  return MemberModel.findOne({ mobile }).lean<MemberDoc>();
}

/** The level of a member; null for a member without one. */
export async function findMemberLevel(levelId: number | null): Promise<MemberLevelDoc | null> {
  return levelId === null ? null : MemberLevelModel.findById(levelId).lean<MemberLevelDoc>();
}
