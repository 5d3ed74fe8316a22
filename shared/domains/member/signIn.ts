import { outsideTransaction } from "#shared/platform/mongo.js";
import { endSessions, type TokenPair } from "#shared/platform/sessions.js";
import { createMember } from "./createMember.js";
import { authResults } from "./loginLog.model.js";
import { memberErrors, smsErrors } from "./member.errors.js";
import type { MemberDoc } from "./member.model.js";
import { findMember, findMemberByMobile } from "./member.queries.js";
import { verifyPassword } from "./passwords.js";
import { recordAuthEvent } from "./recordAuthEvent.js";
import { guardSignIn, type Caller } from "./signInLocks.js";
import { signInMember } from "./signInMember.js";
import { consumeSmsCode, smsScenes } from "./smsCodes.js";

/** A social account that is to be bound in the same call. */
export interface SocialBinding {
  type: number;
  code?: string | undefined;
  state?: string | undefined;
}

/** Mobile and password (spec, member authentication rule 1). Unknown mobile and wrong password look the same. */
export async function signInByPassword(
  { mobile, password, social }: { mobile: string; password: string; social?: SocialBinding | undefined },
  caller: Caller,
): Promise<TokenPair> {
  return logged("LOGIN_MOBILE", mobile, async () => {
    refuseBinding(social);
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
    return enter(member);
  });
}

/**
 * Mobile and SMS code; makes the member when absent (rule 2). Wrong codes do not lock the mobile, as they kill the code;
 * they count for the address.
 */
export async function signInBySms(
  { mobile, code, social }: { mobile: string; code: string; social?: SocialBinding | undefined },
  caller: Caller,
): Promise<TokenPair> {
  return logged("LOGIN_SMS", mobile, async () => {
    refuseBinding(social);
    await guardSignIn(
      { audience: "member", caller, locked: memberErrors.SignInLocked, isWrong: smsErrors.CodeNotFound.is },
      () => consumeSmsCode({ mobile, scene: smsScenes.signIn, code }),
    );
    return enter(await createMember({ mobile }));
  });
}

/** Without any proof, for developers; never routed in production (contract 3). Makes an unknown member. */
export async function signInAsDeveloper(mobile: string): Promise<TokenPair> {
  return logged("LOGIN_MOBILE", mobile, async () => enter(await createMember({ mobile })));
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
    result: authResults.success,
  });
}

async function enter(member: MemberDoc): Promise<TokenPair> {
  if (member.status !== 0) throw memberErrors.MemberDisabled();
  return signInMember(member._id);
}

/** No platform is connected that could tell whose code this is. */
function refuseBinding(social: SocialBinding | undefined): void {
  if (social) throw memberErrors.SocialNotResolved();
}

/** Every try is in the login log, whatever comes of it (spec, Authentication 7). */
async function logged(
  kind: "LOGIN_MOBILE" | "LOGIN_SMS",
  mobile: string,
  attempt: () => Promise<TokenPair>,
): Promise<TokenPair> {
  try {
    const pair = await attempt();
    await recordAuthEvent({ memberId: pair.ownerId, mobile, kind, result: authResults.success });
    return pair;
  } catch (error) {
    const member = await outsideTransaction(async () => findMemberByMobile(mobile));
    await recordAuthEvent({ memberId: member?._id ?? null, mobile, kind, result: resultOf(error) });
    throw error;
  }
}

const wrong: ((error: unknown) => boolean)[] = [
  memberErrors.BadCredentials.is,
  memberErrors.SocialNotResolved.is,
  smsErrors.CodeNotFound.is,
  smsErrors.CodeExpired.is,
  smsErrors.CodeUsed.is,
];

function resultOf(error: unknown): (typeof authResults)[keyof typeof authResults] {
  if (wrong.some((is) => is(error))) return authResults.badCredentials;
  if (memberErrors.MemberDisabled.is(error)) return authResults.disabled;
  return memberErrors.SignInLocked.is(error) ? authResults.locked : authResults.trouble;
}
