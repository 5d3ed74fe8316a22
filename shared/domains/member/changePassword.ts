import { recordOperation } from "#shared/domains/audit/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { endSessions } from "#shared/kernel/security/sessions.js";
import { kickOutSoon } from "./signIn/kickOut.js";
import { memberErrors, smsErrors } from "./member.errors.js";
import { MemberModel } from "./member.model.js";
import { findMember } from "./member.queries.js";
import { hashPassword } from "./passwords.js";
import { consumeSmsCode } from "./sms/smsCodes.js";
import { SmsScene } from "./sms/smsScene.codes.js";

interface Actor {
  memberId: number;
  sessionId: number;
}

/**
 * Sets a new password, proved by a code that was sent to the member's own mobile (scene 3). Ends the member's other
 * sessions, in the chat too. The refusals of consumeSmsCode; a member without a mobile cannot have a code.
 */
export async function changePassword(
  actor: Actor,
  { password, code }: { password: string; code: string },
): Promise<void> {
  const member = await findMember(actor.memberId);
  if (!member) throw memberErrors.MemberNotFound();
  if (member.mobile === undefined) throw smsErrors.CodeNotFound();
  await consumeSmsCode({ mobile: member.mobile, scene: SmsScene.changePassword, code });
  await setPassword(actor, password);
}

/**
 * The same with a code of scene 4 (rules: Sign-in). The mobile must be the token's own: any other one is
 * MobileNotRegistered (1004001001), whether or not it belongs to a member.
 */
export async function resetPassword(
  actor: Actor,
  { mobile, password, code }: { mobile: string; password: string; code: string },
): Promise<void> {
  const member = await findMember(actor.memberId);
  if (member?.mobile !== mobile) throw memberErrors.MobileNotRegistered();
  await consumeSmsCode({ mobile, scene: SmsScene.forgottenPassword, code });
  await setPassword(actor, password);
}

async function setPassword({ memberId, sessionId }: Actor, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await inTransaction(async () => {
    const { matchedCount } = await MemberModel.updateOne({ _id: memberId }, { $set: { passwordHash } });
    if (matchedCount === 0) throw memberErrors.MemberNotFound();
    await recordOperation({ module: "member", action: "password.change", bizId: memberId });
    const which = { audience: "member", ownerId: memberId, except: sessionId } as const;
    if ((await endSessions(which, "password change")) > 0) await kickOutSoon(memberId);
  });
}
