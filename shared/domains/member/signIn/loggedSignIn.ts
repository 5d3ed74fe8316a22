import { socialErrors } from "#shared/domains/social/index.js";
import { outsideTransaction } from "#shared/kernel/mongo/mongo.js";
import { errors } from "#shared/kernel/request/errors.js";
import type { TokenPair } from "#shared/kernel/security/sessions.js";
import { SignInResult } from "../member.states.js";
import { memberErrors, smsErrors } from "../member.errors.js";
import { findMemberByMobile } from "../member.queries.js";
import { recordAuthEvent } from "./recordAuthEvent.js";

/** A token pair, and the social account that was used or bound at this sign-in. */
export type SignedIn = TokenPair & { openid?: string };

/** Who tries to sign in, as far as known; a social sign-in learns it during the attempt. */
export interface SignInSubject {
  mobile: string;
  memberId: number | null;
}

/** Records every try in the login log, whatever its result (rules: Sign-in). */
export async function loggedSignIn(
  kind: "LOGIN_MOBILE" | "LOGIN_SMS" | "LOGIN_SOCIAL",
  who: SignInSubject,
  attempt: () => Promise<SignedIn>,
): Promise<SignedIn> {
  try {
    const pair = await attempt();
    const { success: result } = SignInResult;
    await recordAuthEvent({ memberId: pair.ownerId, mobile: who.mobile, kind, result });
    return pair;
  } catch (error) {
    // Not a try yet: nothing was compared with anything.
    if (errors.ProofNeeded.is(error)) throw error;
    const { mobile } = who;
    const memberId = who.memberId ?? (await memberIdOf(mobile));
    await recordAuthEvent({ memberId, mobile, kind, result: resultOf(error) });
    throw error;
  }
}

async function memberIdOf(mobile: string): Promise<number | null> {
  if (mobile === "") return null;
  return (await outsideTransaction(async () => findMemberByMobile(mobile)))?._id ?? null;
}

const wrong: ((error: unknown) => boolean)[] = [
  memberErrors.BadCredentials.is,
  socialErrors.SocialNotResolved.is,
  socialErrors.PhoneNotResolved.is,
  smsErrors.CodeNotFound.is,
  smsErrors.CodeExpired.is,
  smsErrors.CodeUsed.is,
];

function resultOf(error: unknown): SignInResult {
  if (wrong.some((is) => is(error))) return SignInResult.badCredentials;
  if (memberErrors.MemberDisabled.is(error)) return SignInResult.disabled;
  return memberErrors.SignInLocked.is(error) ? SignInResult.locked : SignInResult.trouble;
}
