import type { SocialPerson } from "#shared/domains/social/index.js";
import { throwIfDuplicate } from "#shared/kernel/mongo/duplicates.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import type { SocialType } from "#shared/domains/social/social.codes.js";
import type { MemberDoc } from "../member.model.js";
import { findMember, ownerNow } from "../member.queries.js";
import { MemberStatus } from "../member.states.js";
import { MemberSocialModel, type MemberSocialDoc } from "./memberSocial.model.js";

/**
 * The member whom a social account signs in. A member who came through another application of ours, recognized by the
 * provider's own id of the person, counts too, unless an account of this type is bound there already.
 */
export async function findMemberOfSocial(type: SocialType, person: SocialPerson): Promise<MemberDoc | null> {
  const bound = await MemberSocialModel.findOne({ type, openid: person.openid }).lean<MemberSocialDoc>();
  if (bound) return findMember(await ownerNow(bound.memberId));
  if (person.unionid === null) return null;
  const others = await MemberSocialModel.find({ unionid: person.unionid })
    .sort({ createdAt: -1 })
    .lean<MemberSocialDoc[]>();
  for (const { memberId } of others)
    if (!(await MemberSocialModel.exists({ memberId, type }))) return findMember(await ownerNow(memberId));
  return null;
}

/** Merges a member into another, who has proved to be the same person. */
export type Merge = (from: number, into: number) => Promise<void>;

/**
 * Merges the member whom an account signed in until now into the one it is to be bound to, if that one would be out of
 * reach without it: it has no mobile. In the caller's transaction. The refusals of `merge`.
 */
export async function mergeFormerOwner(
  into: number,
  type: SocialType,
  person: SocialPerson,
  merge: Merge,
): Promise<void> {
  const bound = await MemberSocialModel.findOne({ type, openid: person.openid }).lean<MemberSocialDoc>();
  if (!bound || bound.memberId === into) return;
  const owner = await findMember(bound.memberId);
  if (owner?.mobile === undefined && owner?.status === MemberStatus.enabled) await merge(owner._id, into);
}

/** Binds an account to a member and removes earlier bindings of either. In the caller's transaction. */
export async function bindSocial(memberId: number, type: SocialType, person: SocialPerson): Promise<void> {
  const { openid, unionid } = person;
  const _id = await nextId("memberSocials");
  await inTransaction(async () => {
    if (await MemberSocialModel.exists({ memberId, type, openid, unionid })) return;
    await MemberSocialModel.deleteMany({ type, $or: [{ openid }, { memberId }] });
    // If another request has bound it just now, the next run sees it.
    await MemberSocialModel.create([{ _id, memberId, type, openid, unionid }]).catch(
      throwIfDuplicate(() => new LostRace(`social account ${type}`)),
    );
  });
}
