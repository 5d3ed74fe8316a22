import type { SocialPerson } from "#shared/domains/social/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { endSessions } from "#shared/kernel/security/sessions.js";
import type { SocialType } from "#shared/domains/social/social.codes.js";
import { bindSocial, mergeFormerOwner, type Merge } from "./bindSocial.js";
import { createMember } from "../createMember.js";
import { loggedSignIn, type SignedIn } from "./loggedSignIn.js";
import { MemberStatus, SignInResult } from "../member.states.js";
import { memberErrors, smsErrors } from "../member.errors.js";
import { findMember, findMemberByMobile } from "../member.queries.js";
import { verifyPassword } from "../passwords.js";
import { recordAuthEvent } from "./recordAuthEvent.js";
import { provenPerson, type SocialProof } from "./signInBySocial.js";
import { guardSignIn, type Caller } from "./signInLocks.js";
import { signInMember } from "./signInMember.js";
import { consumeSmsCode } from "../sms/smsCodes.js";
import { SmsScene } from "../sms/smsScene.codes.js";

/**
 * Signs in by mobile and password (rules: Sign-in). Unknown mobile and wrong password look the same. A social account
 * that is sent along is bound, and the member without a mobile whom it signed in until now is merged into this one; if it
 * cannot be, the sign-in fails.
 */
export async function signInByPassword(
  { mobile, password, social }: { mobile: string; password: string; social?: SocialProof | undefined },
  caller: Caller,
  merge: Merge,
): Promise<SignedIn> {
  return loggedSignIn("LOGIN_MOBILE", { mobile, memberId: null }, async () => {
    const member = await guardSignIn(
      {
        audience: "member",
        name: mobile,
        caller,
        locked: memberErrors.SignInLocked,
        isWrong: memberErrors.BadCredentials.is,
      },
      async () => {
        const found = await findMemberByMobile(mobile);
        if (!(await verifyPassword(found?.passwordHash, password)) || !found) throw memberErrors.BadCredentials();
        return found;
      },
    );
    if (member.status !== MemberStatus.enabled) throw memberErrors.MemberDisabled();
    return openBoundSession(member._id, await provenSocial(social), merge);
  });
}

/**
 * Signs in by mobile and SMS code; creates an unknown member (rules: Sign-in). Wrong codes do not lock the mobile, as
 * they invalidate the code; they count for the address. A social account that cannot be bound leaves the code unused.
 */
export async function signInBySms(
  { mobile, code, social }: { mobile: string; code: string; social?: SocialProof | undefined },
  caller: Caller,
  merge: Merge,
): Promise<SignedIn> {
  return loggedSignIn("LOGIN_SMS", { mobile, memberId: null }, async () => {
    // Before the code, and outside the mutex of the address: the provider may be slow.
    const bound = await provenSocial(social);
    await guardSignIn(
      { audience: "member", caller, locked: memberErrors.SignInLocked, isWrong: smsErrors.CodeNotFound.is },
      () => consumeSmsCode({ mobile, scene: SmsScene.signIn, code }),
    );
    return openBoundSession((await createMember({ mobile }))._id, bound, merge);
  });
}

/** Without any proof, for developers; never routed in production (rules: Sign-in). Creates an unknown member. */
export async function signInAsDeveloper(mobile: string): Promise<SignedIn> {
  return loggedSignIn("LOGIN_MOBILE", { mobile, memberId: null }, async () =>
    signInMember((await createMember({ mobile }))._id),
  );
}

/** Ends the session of the token. */
export async function signOut({ memberId, sessionId }: { memberId: number; sessionId: number }): Promise<void> {
  const ended = await endSessions({ audience: "member", ownerId: memberId, ids: [sessionId] }, "sign-out");
  if (ended === 0) return;
  const member = await findMember(memberId);
  await recordAuthEvent({
    memberId,
    mobile: member?.mobile ?? "",
    kind: "LOGOUT_SELF",
    result: SignInResult.success,
  });
}

interface ProvenSocial {
  type: SocialType;
  person: SocialPerson;
}

async function provenSocial(social: SocialProof | undefined): Promise<ProvenSocial | undefined> {
  return social && { type: social.type, person: await provenPerson(social) };
}

/** MemberDisabled for a closed account, to which nothing is bound either; the refusals of `merge`. */
async function openBoundSession(memberId: number, bound: ProvenSocial | undefined, merge: Merge): Promise<SignedIn> {
  if (!bound) return signInMember(memberId);
  return inTransaction(async () => {
    const pair = await signInMember(memberId);
    await mergeFormerOwner(memberId, bound.type, bound.person, merge);
    await bindSocial(memberId, bound.type, bound.person);
    return { ...pair, openid: bound.person.openid };
  });
}
