import type { QueryFilter } from "mongoose";
import {
  findMember,
  memberErrors,
  MemberModel,
  type MemberDoc,
  type MemberLevelDoc,
} from "#shared/domains/member/index.js";
import { eachOf } from "#shared/kernel/lists/eachOf.js";
import { createdWithin, startingWith, type TimeSpan, within } from "#shared/kernel/lists/filters.js";
import { byWords } from "#shared/kernel/lists/searchTerms.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import type { MemberStatus } from "#shared/domains/member/member.states.js";
import { memberLevels } from "./level/level.queries.js";

/** Search fields for operators. */
export interface MemberSearch {
  /** A whole number, or a prefix of it. */
  mobile?: string | undefined;
  /** Words, or parts of them (kernel/lists/searchTerms.ts). */
  nickname?: string | undefined;
  status?: MemberStatus | undefined;
  levelId?: number | undefined;
  /** Both ends inclusive. */
  joinedBetween?: TimeSpan | undefined;
  signedInBetween?: TimeSpan | undefined;
}

export interface MemberWithLevel {
  member: MemberDoc;
  level: MemberLevelDoc | null;
}

/** Members with their levels, newest first. */
export async function pageMembers(search: MemberSearch, page: Page): Promise<PageOf<MemberWithLevel>> {
  const { list, total } = await pageOf(MemberModel, filterOf(search), page);
  const levels = await memberLevels();
  return { list: list.map((member) => withLevel(member, levels)), total };
}

/** Streams all results of a search, newest first. */
export async function* eachMember(search: MemberSearch): AsyncGenerator<MemberWithLevel> {
  const levels = await memberLevels();
  const found = eachOf(MemberModel, filterOf(search), { passwordHash: 0 });
  for await (const member of found) yield withLevel(member, levels);
}

/** Throws MemberNotFound. */
export async function oneMember(memberId: number): Promise<MemberWithLevel> {
  const member = await findMember(memberId);
  if (!member) throw memberErrors.MemberNotFound();
  return withLevel(member, await memberLevels());
}

const withLevel = (member: MemberDoc, levels: MemberLevelDoc[]): MemberWithLevel => ({
  member,
  level: levels.find(({ _id }) => _id === member.levelId) ?? null,
});

function filterOf(search: MemberSearch): QueryFilter<MemberDoc> {
  const { mobile, nickname, status, levelId, joinedBetween, signedInBetween } = search;
  return {
    ...(mobile === undefined ? {} : { mobile: mobile.length === WHOLE ? mobile : startingWith(mobile) }),
    ...(nickname === undefined ? {} : { nicknameTerms: byWords(nickname) }),
    ...(status === undefined ? {} : { status }),
    ...(levelId === undefined ? {} : { levelId }),
    ...createdWithin(joinedBetween),
    ...(signedInBetween ? { loginAt: within(signedInBetween) } : {}),
  };
}

const WHOLE = 11;
