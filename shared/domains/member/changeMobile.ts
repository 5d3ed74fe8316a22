import { recordOperation } from "#shared/domains/audit/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction, isDuplicateKey, LostRace } from "#shared/kernel/mongo/mongo.js";
import { endSessions } from "#shared/kernel/security/sessions.js";
import { kickOutSoon } from "./signIn/kickOut.js";
import { memberErrors } from "./member.errors.js";
import { MemberModel } from "./member.model.js";
import { findMember, whyNotThere } from "./member.queries.js";
import { queueMobileChangeNotice } from "./sms/mobileChangeNotice.js";
import { consumeSmsCode } from "./sms/smsCodes.js";
import { SmsScene } from "./sms/smsScene.codes.js";

/**
 * Changes the mobile, proved by a code that was sent to the new one (scene 2). The old one gets a notice and the
 * member's other sessions end. MobileTaken (1004003007) for another member's mobile, revealed only to whoever holds the
 * phone; the refusals of consumeSmsCode.
 */
export async function changeMobile(
  { memberId, sessionId }: { memberId: number; sessionId: number },
  { mobile, code }: { mobile: string; code: string },
): Promise<void> {
  await consumeSmsCode({ mobile, scene: SmsScene.changeMobile, code });
  await inTransaction(async () => {
    if (await MemberModel.exists({ mobile, _id: { $ne: memberId } })) throw memberErrors.MobileTaken();
    const before = { mobile: masked((await findMember(memberId))?.mobile) };
    await setMobile(memberId, mobile, sessionId);
    const after = { mobile: masked(mobile) };
    await recordOperation({ module: "member", action: "mobile.change", bizId: memberId, before, after });
  });
}

/** What an audit row shows of a number: enough to distinguish two. */
const masked = (mobile: string | undefined): string | null =>
  mobile === undefined ? null : `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;

/**
 * Stores a proved mobile; joins a running transaction. If it replaces another one, that one gets a notice and every
 * session but `keepSession` ends. MemberNotFound, MemberMerged.
 */
export async function setMobile(memberId: number, mobile: string, keepSession?: number): Promise<void> {
  await inTransaction(async () => {
    const before = await findMember(memberId);
    if (!before || typeof before.mergedInto === "number") throw await whyNotThere(memberId);
    if (before.mobile === mobile) return;
    try {
      await MemberModel.updateOne({ _id: memberId }, { $set: { mobile } });
    } catch (error) {
      // The error aborts the transaction; its next run sees whose mobile it is.
      throw isDuplicateKey(error) ? new LostRace("the mobile of another member") : error;
    }
    if (before.mobile !== undefined) await afterMobileReplaced(memberId, before.mobile, keepSession);
  });
}

/** The consequences of a replaced mobile, in the transaction that replaces it. */
export async function afterMobileReplaced(memberId: number, oldMobile: string, keepSession?: number): Promise<void> {
  await MemberModel.updateOne({ _id: memberId }, { $set: { mobileChangedAt: clock.now() } });
  await queueMobileChangeNotice(oldMobile);
  const which = { audience: "member", ownerId: memberId } as const;
  const ended = await endSessions(
    keepSession === undefined ? which : { ...which, except: keepSession },
    "mobile change",
  );
  if (ended > 0) await kickOutSoon(memberId);
}
