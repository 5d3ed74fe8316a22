import { recordOperation } from "#shared/domains/audit/index.js";
import { inTransaction, isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { afterMobileReplaced } from "./changeMobile.js";
import { changeMemberStatus } from "./changeMemberStatus.js";
import { memberErrors } from "./member.errors.js";
import { MemberModel, type MemberDoc } from "./member.model.js";
import { nicknameFields, shownNickname } from "./nicknames.js";
import { findMember, whyNotThere } from "./member.queries.js";

/** What an operator may change of a member; absent fields stay. */
type MemberChanges = Partial<Pick<MemberDoc, "mobile" | "nickname" | "avatar" | "sex" | "status">>;

/**
 * Changes a member for an operator. Status 1 ends all sessions of the member at once (rules: Sign-in), including the
 * one kept when the member had closed the account; a new mobile ends them too, and the old one gets a notice.
 * MemberNotFound, MemberMerged, MobileInUse, the refusals of shownNickname.
 */
export async function changeMember(memberId: number, changes: MemberChanges): Promise<true> {
  const { status, ...others } = changes;
  const profile = {
    ...others,
    ...(others.nickname === undefined ? {} : nicknameFields(shownNickname(others.nickname))),
  };
  try {
    await inTransaction(async () => {
      const before = await findMember(memberId);
      if (!before || typeof before.mergedInto === "number") throw await whyNotThere(memberId);
      await MemberModel.updateOne({ _id: memberId }, { $set: profile });
      if (before.mobile !== undefined && changes.mobile !== undefined && changes.mobile !== before.mobile)
        await afterMobileReplaced(memberId, before.mobile);
      if (status !== undefined) await changeMemberStatus(memberId, status, { by: "operator" });
      await recordOperation({
        module: "member",
        action: "user.update",
        bizId: memberId,
        before: auditFields(before),
        after: auditFields({ ...before, ...changes, ...profile }),
      });
    });
  } catch (error) {
    throw isDuplicateKey(error, "mobile") ? memberErrors.MobileInUse({ mobile: changes.mobile ?? "" }) : error;
  }
  return true;
}

const auditFields = ({ mobile, nickname, avatar, sex, status }: MemberDoc): MemberChanges => ({
  ...(mobile === undefined ? {} : { mobile }),
  nickname,
  avatar,
  sex,
  status,
});
