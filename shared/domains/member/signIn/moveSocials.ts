import { throwIfDuplicate } from "#shared/kernel/mongo/duplicates.js";
import { LostRace } from "#shared/kernel/mongo/mongo.js";
import { MemberSocialModel, type MemberSocialDoc } from "./memberSocial.model.js";

/**
 * Moves the social accounts of a merged member, in the caller's transaction: of a type that both have, the other one's
 * stays. Idempotent.
 */
export async function moveSocials(from: number, into: number): Promise<void> {
  for (const { _id, type } of await MemberSocialModel.find({ memberId: from }).lean<MemberSocialDoc[]>())
    if (await MemberSocialModel.exists({ memberId: into, type })) await MemberSocialModel.deleteOne({ _id });
    else
      await MemberSocialModel.updateOne({ _id, memberId: from }, { $set: { memberId: into } }).catch(
        throwIfDuplicate(() => new LostRace(`social account ${type} of ${into}`)),
      );
}
