import { recordOperation } from "#shared/domains/audit/index.js";
import { inTransaction, isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { afterMobileReplaced } from "./changeMobile.js";
import { changeMemberStatus } from "./changeMemberStatus.js";
import { memberErrors } from "./member.errors.js";
import { MemberModel, type MemberDoc } from "./member.model.js";
import { shownNickname } from "./nicknames.js";
import { findMember } from "./member.queries.js";

/** What an operator may change of a member; what is absent stays. */
type MemberChanges = Partial<Pick<MemberDoc, "mobile" | "nickname" | "avatar" | "sex" | "status">>;

/**
 * An operator changes a member. Status 1 ends every session of the member at once (rules: Sign-in), that of a member who had
 * closed the account alone, too; another mobile ends them as well, and the old one gets a notice. MemberNotFound, MobileInUse, the refusals of shownNickname.
 */
export async function changeMember(memberId: number, changes: MemberChanges): Promise<true> {
  const { status, ...others } = changes;
  const profile = { ...others, ...(others.nickname === undefined ? {} : { nickname: shownNickname(others.nickname) }) };
  try {
    await inTransaction(async () => {
      const before = await findMember(memberId);
      if (!before) throw memberErrors.MemberNotFound();
      await MemberModel.updateOne({ _id: memberId }, { $set: profile });
      if (before.mobile !== undefined && changes.mobile !== undefined && changes.mobile !== before.mobile)
        await afterMobileReplaced(memberId, before.mobile);
      if (status !== undefined) await changeMemberStatus(memberId, status, { by: "operator" });
      await recordOperation({
        module: "member",
        action: "user.update",
        bizId: memberId,
        before: shown(before),
        after: shown({ ...before, ...changes, ...profile }),
      });
    });
  } catch (error) {
    throw isDuplicateKey(error, "mobile") ? memberErrors.MobileInUse({ mobile: changes.mobile ?? "" }) : error;
  }
  return true;
}

const shown = ({ mobile, nickname, avatar, sex, status }: MemberDoc): MemberChanges => ({
  ...(mobile === undefined ? {} : { mobile }),
  nickname,
  avatar,
  sex,
  status,
});
