import {
  exchangeCode,
  phoneOfCode,
  socialErrors,
  takeState,
  type SignInBrowser,
  type SocialPerson,
} from "#shared/domains/social/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { SocialType } from "#shared/domains/social/social.codes.js";
import { bindSocial, findMemberOfSocial, type Merge } from "./bindSocial.js";
import { setMobile } from "../changeMobile.js";
import { createMember } from "../createMember.js";
import { loggedSignIn, type SignedIn, type SignInSubject } from "./loggedSignIn.js";
import { memberErrors } from "../member.errors.js";
import type { MemberDoc } from "../member.model.js";
import { findMemberByMobile } from "../member.queries.js";
import { socialNickname } from "../nicknames.js";
import { guardSignIn, type Caller } from "./signInLocks.js";
import { signInMember } from "./signInMember.js";
import { MemberStatus } from "../member.states.js";

/** A client's proof of a social account. */
export interface SocialProof {
  type: SocialType;
  code?: string | undefined;
  state?: string | undefined;
  /** Set when a browser signs in: the state must be its own. */
  browser?: SignInBrowser | undefined;
}

/**
 * The person whom the code stands for. SocialNotResolved without a code, or without an unused state that we issued, to
 * this browser if it is one; the mini-program has no page that could be forged, its state is `default` (rules:
 * Sign-in). The errors of exchangeCode.
 */
export async function provenPerson({ type, code, state, browser }: SocialProof): Promise<SocialPerson> {
  if (code === undefined) throw socialErrors.SocialNotResolved();
  const isFixed = type === SocialType.miniProgram && (state === undefined || state === "default");
  if (!isFixed && !(state !== undefined && (await takeState(state, { type, code, browser }))))
    throw socialErrors.SocialNotResolved();
  return exchangeCode({ type, code });
}

/** Signs in by a social account alone; creates the member if it is bound to none (rules: Sign-in). */
export async function signInBySocial(proof: SocialProof, caller: Caller): Promise<SignedIn> {
  const who: SignInSubject = { mobile: "", memberId: null };
  return loggedSignIn("LOGIN_SOCIAL", who, async () => {
    const person = await guarded(caller, () => provenPerson(proof));
    return signInAs(who, proof.type, person, () => memberOfSocial(proof.type, person));
  });
}

/**
 * Signs in by the mini-program's login code, and with a phone code also by the phone (rules: Sign-in): an unknown phone
 * becomes the member's. Another member's phone signs that member in, and the account's own member is merged into that one
 * by `merge`, in the transaction of the sign-in, if it has no mobile; else MobileTaken (1004003007). PhoneNotResolved
 * (1002018200), the errors of exchangeCode and of `merge`.
 */
export async function signInByMiniProgram(
  { loginCode, phoneCode, state }: { loginCode: string; phoneCode?: string | undefined; state?: string | undefined },
  caller: Caller,
  merge: Merge,
): Promise<SignedIn> {
  const who: SignInSubject = { mobile: "", memberId: null };
  return loggedSignIn("LOGIN_SOCIAL", who, async () => {
    // The login code first: a client gets a new one silently, but for a new phone code the person must agree again.
    const { person, mobile } = await guarded(caller, async () => ({
      person: await provenPerson({ type: SocialType.miniProgram, code: loginCode, state }),
      mobile: phoneCode === undefined ? undefined : await phoneOfCode(phoneCode),
    }));
    if (mobile !== undefined) who.mobile = mobile;
    return signInAs(who, SocialType.miniProgram, person, () =>
      mobile === undefined ? memberOfSocial(SocialType.miniProgram, person) : memberOfPhone(person, mobile, merge),
    );
  });
}

/**
 * Signs in a person of the provider whom the caller proves in its own way; creates an unknown member. `alongside` runs
 * last in the transaction of the sign-in: an error of it undoes everything.
 */
export async function signInByPerson({ type, prove, alongside }: PersonSignIn, caller: Caller): Promise<SignedIn> {
  const who: SignInSubject = { mobile: "", memberId: null };
  return loggedSignIn("LOGIN_SOCIAL", who, async () => {
    const person = await guarded(caller, prove);
    return inTransaction(async () => {
      const pair = await signInAs(who, type, person, () => memberOfSocial(type, person));
      await alongside(pair);
      return pair;
    });
  });
}
interface PersonSignIn {
  type: SocialType;
  prove: () => Promise<SocialPerson>;
  alongside: (pair: SignedIn) => Promise<void>;
}

/** Tries count only for the address: there is no name to lock. */
function guarded<T>(caller: Caller, attempt: () => Promise<T>): Promise<T> {
  const isWrong = (error: unknown): boolean =>
    socialErrors.SocialNotResolved.is(error) || socialErrors.PhoneNotResolved.is(error);
  return guardSignIn({ audience: "member", caller, atOnce: true, locked: memberErrors.SignInLocked, isWrong }, attempt);
}

/** Member, binding and session in one transaction: of two at once for a new account, one creates the member. */
async function signInAs(
  who: SignInSubject,
  type: SocialType,
  person: SocialPerson,
  find: () => Promise<MemberDoc>,
): Promise<SignedIn> {
  return inTransaction(async () => {
    const member = await find();
    Object.assign(who, { memberId: member._id, mobile: who.mobile || (member.mobile ?? "") });
    if (member.status !== MemberStatus.enabled) throw memberErrors.MemberDisabled();
    await bindSocial(member._id, type, person);
    return { ...(await signInMember(member._id)), openid: person.openid };
  });
}

async function memberOfSocial(type: SocialType, person: SocialPerson): Promise<MemberDoc> {
  return (await findMemberOfSocial(type, person)) ?? createMember({ mobile: null, ...shownOf(person) });
}

async function memberOfPhone(person: SocialPerson, mobile: string, merge: Merge): Promise<MemberDoc> {
  const own = await findMemberOfSocial(SocialType.miniProgram, person);
  if (!own) return createMember({ mobile, ...shownOf(person) });
  if (own.mobile === mobile || own.status !== MemberStatus.enabled) return own;
  const other = await findMemberByMobile(mobile);
  if (other) {
    if (own.mobile !== undefined) throw memberErrors.MobileTaken();
    if (other.status === MemberStatus.enabled) await merge(own._id, other._id);
    return other;
  }
  await setMobile(own._id, mobile);
  return own;
}

/** The provider's nickname and avatar of a person, for a new member. */
function shownOf({ nickname, avatar }: SocialPerson): { nickname?: string; avatar?: string } {
  const name = nickname && socialNickname(nickname);
  return {
    ...(name ? { nickname: name } : {}),
    ...(avatar && /^https?:\/\/\S{1,500}$/.test(avatar) ? { avatar } : {}),
  };
}
