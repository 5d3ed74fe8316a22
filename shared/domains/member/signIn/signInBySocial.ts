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
import { bindSocial, findMemberOfSocial } from "./bindSocial.js";
import { setMobile } from "../changeMobile.js";
import { createMember } from "../createMember.js";
import { loggedSignIn, type SignedIn, type Trying } from "./loggedSignIn.js";
import { memberErrors } from "../member.errors.js";
import type { MemberDoc } from "../member.model.js";
import { findMemberByMobile } from "../member.queries.js";
import { socialNickname } from "../nicknames.js";
import { guardSignIn, type Caller } from "./signInLocks.js";
import { signInMember } from "./signInMember.js";
import { MemberStatus } from "../member.states.js";

/** A social account as a client tells it. */
export interface SocialProof {
  type: SocialType;
  code?: string | undefined;
  state?: string | undefined;
  /** Set when a browser signs in: the state must be its own. */
  browser?: SignInBrowser | undefined;
}

/**
 * Whom the code stands for. SocialNotResolved without a code, and without a state that we issued, to this browser where
 * it is one, and nobody used; the
 * mini-program has no page that could be forged, its state is `default` (rules: Sign-in). The troubles of exchangeCode.
 */
export async function provenPerson({ type, code, state, browser }: SocialProof): Promise<SocialPerson> {
  if (code === undefined) throw socialErrors.SocialNotResolved();
  const isFixed = type === SocialType.miniProgram && (state === undefined || state === "default");
  if (!isFixed && !(state !== undefined && (await takeState(state, { type, code, browser }))))
    throw socialErrors.SocialNotResolved();
  return exchangeCode({ type, code });
}

/** By a social account alone; makes the member when it is bound to none (rules: Sign-in). */
export async function signInBySocial(proof: SocialProof, caller: Caller): Promise<SignedIn> {
  const who: Trying = { mobile: "", memberId: null };
  return loggedSignIn("LOGIN_SOCIAL", who, async () => {
    const person = await guarded(caller, () => provenPerson(proof));
    return enterAs(who, proof.type, person, () => memberOfSocial(proof.type, person));
  });
}

/**
 * By the mini-program's login code, and with a phone code by the phone too (rule 3): a phone that nobody has becomes the
 * member's. One of another member signs that member in and moves the account there, when the account's own member has no
 * mobile; else MobileTaken (1004003007). PhoneNotResolved (1002018200), the troubles of exchangeCode.
 */
export async function signInByMiniProgram(
  { loginCode, phoneCode, state }: { loginCode: string; phoneCode?: string | undefined; state?: string | undefined },
  caller: Caller,
): Promise<SignedIn> {
  const who: Trying = { mobile: "", memberId: null };
  return loggedSignIn("LOGIN_SOCIAL", who, async () => {
    // The login code first: a client gets another one in silence, for another phone code its owner must agree again.
    const { person, mobile } = await guarded(caller, async () => ({
      person: await provenPerson({ type: SocialType.miniProgram, code: loginCode, state }),
      mobile: phoneCode === undefined ? undefined : await phoneOfCode(phoneCode),
    }));
    if (mobile !== undefined) who.mobile = mobile;
    return enterAs(who, SocialType.miniProgram, person, () =>
      mobile === undefined ? memberOfSocial(SocialType.miniProgram, person) : memberOfPhone(person, mobile),
    );
  });
}

/**
 * By a person of the provider whom the caller proves in its own way; makes the member when absent. `alongside` runs last in
 * the transaction of the sign-in: what it refuses undoes all of it.
 */
export async function signInByPerson({ type, prove, alongside }: PersonSignIn, caller: Caller): Promise<SignedIn> {
  const who: Trying = { mobile: "", memberId: null };
  return loggedSignIn("LOGIN_SOCIAL", who, async () => {
    const person = await guarded(caller, prove);
    return inTransaction(async () => {
      const pair = await enterAs(who, type, person, () => memberOfSocial(type, person));
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

/** Tries count for the address alone: there is no name to lock. */
function guarded<T>(caller: Caller, attempt: () => Promise<T>): Promise<T> {
  const isWrong = (error: unknown): boolean =>
    socialErrors.SocialNotResolved.is(error) || socialErrors.PhoneNotResolved.is(error);
  return guardSignIn({ audience: "member", caller, atOnce: true, locked: memberErrors.SignInLocked, isWrong }, attempt);
}

/** Member, binding and session in one transaction: of two at once for a new account, one makes the member. */
async function enterAs(
  who: Trying,
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

async function memberOfPhone(person: SocialPerson, mobile: string): Promise<MemberDoc> {
  const own = await findMemberOfSocial(SocialType.miniProgram, person);
  if (!own) return createMember({ mobile, ...shownOf(person) });
  if (own.mobile === mobile || own.status !== MemberStatus.enabled) return own;
  const other = await findMemberByMobile(mobile);
  if (other) {
    if (own.mobile !== undefined) throw memberErrors.MobileTaken();
    return other;
  }
  await setMobile(own._id, mobile);
  return own;
}

/** What the provider tells of a person may be shown of a new member. */
function shownOf({ nickname, avatar }: SocialPerson): { nickname?: string; avatar?: string } {
  const name = nickname && socialNickname(nickname);
  return {
    ...(name ? { nickname: name } : {}),
    ...(avatar && /^https?:\/\/\S{1,500}$/.test(avatar) ? { avatar } : {}),
  };
}
