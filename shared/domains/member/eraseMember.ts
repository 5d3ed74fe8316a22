import { endSessions } from "#shared/kernel/security/sessions.js";
import { AddressModel } from "./address/address.model.js";
import { kickOutSoon } from "./signIn/kickOut.js";
import { MemberModel } from "./member.model.js";
import { MemberSocialModel } from "./signIn/memberSocial.model.js";

/**
 * Erases the account itself: sessions, addresses, social accounts and the member, which frees the mobile. In the
 * caller's transaction. False: it was erased already.
 */
export async function eraseMember(memberId: number): Promise<boolean> {
  await kickOutSoon(memberId);
  await endSessions({ audience: "member", ownerId: memberId }, "account closed");
  await AddressModel.deleteMany({ memberId });
  await MemberSocialModel.deleteMany({ memberId });
  const { deletedCount } = await MemberModel.deleteOne({ _id: memberId });
  return deletedCount === 1;
}
