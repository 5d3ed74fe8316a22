import { recordOperation } from "#shared/domains/audit/index.js";
import { inTransaction, isDuplicateKey, isInTransaction, LostRace } from "#shared/platform/mongo.js";
import { memberErrors } from "./member.errors.js";
import { MemberModel } from "./member.model.js";
import { findMember } from "./member.queries.js";
import { consumeSmsCode, smsScenes } from "./smsCodes.js";

/**
 * Another mobile, proved by a code that was sent to it (scene 2). MobileTaken (1004003007) for one of another member,
 * told only to who holds the phone; the refusals of consumeSmsCode.
 */
export async function changeMobile(
  memberId: number,
  { mobile, code }: { mobile: string; code: string },
): Promise<void> {
  await consumeSmsCode({ mobile, scene: smsScenes.changeMobile, code });
  await inTransaction(async () => {
    if (await MemberModel.exists({ mobile, _id: { $ne: memberId } })) throw memberErrors.MobileTaken();
    const before = { mobile: masked((await findMember(memberId))?.mobile) };
    await setMobile(memberId, mobile);
    const after = { mobile: masked(mobile) };
    await recordOperation({ module: "member", action: "mobile.change", bizId: memberId, before, after });
  });
}

/** What an audit row shows of a number: enough to tell two apart. */
const masked = (mobile: string | undefined): string | null =>
  mobile === undefined ? null : `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;

/** Writes a mobile that is proved; joins a running transaction. MobileTaken, MemberNotFound. */
export async function setMobile(memberId: number, mobile: string): Promise<void> {
  try {
    const { matchedCount } = await MemberModel.updateOne({ _id: memberId }, { $set: { mobile } });
    if (matchedCount === 0) throw memberErrors.MemberNotFound();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // A transaction is lost by that; its next run sees who has it.
    throw isInTransaction() ? new LostRace("the mobile of another member") : memberErrors.MobileTaken();
  }
}
