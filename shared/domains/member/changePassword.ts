import { recordOperation } from "#shared/domains/audit/index.js";
import { socialErrors } from "#shared/domains/social/index.js";
import { isOn } from "#shared/kernel/config/providers.js";
import { errors } from "#shared/kernel/request/errors.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { endSessions } from "#shared/kernel/security/sessions.js";
import { findMemberOfSocial } from "./signIn/bindSocial.js";
import { kickOutSoon } from "./signIn/kickOut.js";
import { provenPerson, type SocialProof } from "./signIn/signInBySocial.js";
import { memberErrors, smsErrors } from "./member.errors.js";
import { MemberModel } from "./member.model.js";
import { findMember, whyNotThere } from "./member.queries.js";
import { hashPassword } from "./passwords.js";
import { consumeSmsCode } from "./sms/smsCodes.js";
import { SmsScene } from "./sms/smsScene.codes.js";

interface Actor {
  memberId: number;
  sessionId: number;
}
/** Without a session all of them end. */
type PasswordOwner = Pick<Actor, "memberId"> & Partial<Actor>;

interface PasswordProof {
  code?: string | undefined;
  social?: SocialProof | undefined;
}

/**
 * Sets a new password, proved by a code that was sent to the member's own mobile (scene 3), or, in a shop that sends no
 * SMS, by the member's own account at the social provider. Ends the member's other sessions, in the chat too. The
 * refusals of consumeSmsCode and provenPerson; a member without a mobile cannot have a code.
 */
export async function changePassword(actor: Actor, password: string, { code, social }: PasswordProof): Promise<void> {
  const member = await findMember(actor.memberId);
  if (!member) throw memberErrors.MemberNotFound();
  if (isOn("sms")) {
    if (code === undefined) throw errors.BadInput({ field: "code", reason: "is required" });
    if (member.mobile === undefined) throw smsErrors.CodeNotFound();
    await consumeSmsCode({ mobile: member.mobile, scene: SmsScene.changePassword, code });
  } else {
    if (social?.code === undefined) throw errors.NotOffered({ provider: "sms" });
    const owner = await findMemberOfSocial(social.type, await provenPerson(social));
    if (owner?._id !== actor.memberId) throw socialErrors.SocialNotResolved();
  }
  await setPassword(actor, password);
}

/** An operator sets a member's password, for a member who cannot prove anything; ends all sessions. MemberNotFound. */
export async function setPasswordOf(memberId: number, password: string): Promise<true> {
  await setPassword({ memberId }, password);
  return true;
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

async function setPassword({ memberId, sessionId }: PasswordOwner, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await inTransaction(async () => {
    const { matchedCount } = await MemberModel.updateOne(
      { _id: memberId, mergedInto: null },
      { $set: { passwordHash } },
    );
    if (matchedCount === 0) throw await whyNotThere(memberId);
    await recordOperation({ module: "member", action: "password.change", bizId: memberId });
    const all = { audience: "member", ownerId: memberId } as const;
    const which = sessionId === undefined ? all : { ...all, except: sessionId };
    if ((await endSessions(which, "password change")) > 0) await kickOutSoon(memberId);
  });
}
