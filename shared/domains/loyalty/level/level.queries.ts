import { MemberLevelModel, MemberModel, type MemberDoc, type MemberLevelDoc } from "#shared/domains/member/index.js";
import { pageOfRows, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { defineCache } from "#shared/kernel/redis/cache.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { loyaltyErrors } from "../loyalty.errors.js";

const cache = defineCache<MemberLevelDoc[]>("memberLevels", { ttlMs: seconds(5), max: 1, isSetting: true });
/** Must be called after each write of a level. */
export const invalidateLevels = (): void => cache.invalidate();

/** Every level, lowest first, cached. */
export function memberLevels(): Promise<MemberLevelDoc[]> {
  return cache.read("", () => listLevels());
}

const levelIdCache = defineCache<number | null>("levelOfMember", { ttlMs: seconds(5), max: 20_000 });
/** Must be called after each write of a member's level. Cached, as every page of products reads it. */
export const invalidateLevelOf = (memberId?: number): void => levelIdCache.invalidate(memberId?.toString());

interface LevelFilter {
  name?: string | undefined;
  status?: EnabledStatus | undefined;
}

/** The current levels, lowest first. `name` is the exact name. */
export async function listLevels({ name, status }: LevelFilter = {}): Promise<MemberLevelDoc[]> {
  return MemberLevelModel.find({
    ...(name === undefined ? {} : { name }),
    ...(status === undefined ? {} : { status }),
  })
    .sort({ level: 1 })
    .lean<MemberLevelDoc[]>();
}

/** The same by page. */
export async function pageLevels(filter: LevelFilter, page: Page): Promise<PageOf<MemberLevelDoc>> {
  return pageOfRows(await listLevels(filter), page);
}

/** Throws LevelNotFound. */
export async function oneLevel(id: number): Promise<MemberLevelDoc> {
  const level = await MemberLevelModel.findById(id).lean<MemberLevelDoc>();
  if (!level) throw loyaltyErrors.LevelNotFound();
  return level;
}

export interface VipPercent {
  levelId: number;
  name: string;
  /** The part of the price that is paid, in percent: below 100. */
  discountPercent: number;
}

/** The discount of the member's level; null without a member, a level, a discount, and for a disabled level. */
export async function vipPercentOf(memberId: number | null): Promise<VipPercent | null> {
  if (memberId === null) return null;
  const levelId = await levelIdCache.read(String(memberId), () => levelIdOf(memberId));
  if (levelId === null) return null;
  const level = (await memberLevels()).find(({ _id }) => _id === levelId);
  if (!level || level.status !== EnabledStatus.enabled || level.discountPercent >= 100) return null;
  return { levelId: level._id, name: level.name, discountPercent: level.discountPercent };
}

async function levelIdOf(memberId: number): Promise<number | null> {
  const member = await MemberModel.findById(memberId, { levelId: 1 }).lean<Pick<MemberDoc, "levelId">>();
  return member?.levelId ?? null;
}
