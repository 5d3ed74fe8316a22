import { MemberLevelModel, MemberModel, type MemberDoc, type MemberLevelDoc } from "#shared/domains/member/index.js";
import { pageOfRows, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { defineCache } from "#shared/kernel/redis/cache.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { loyaltyErrors } from "../loyalty.errors.js";

const kept = defineCache<MemberLevelDoc[]>("memberLevels", { ttlMs: seconds(5), max: 1, isSetting: true });
/** To be called by whoever writes a level. */
export const invalidateLevels = (): void => kept.invalidate();

/** Every level, the lowest first, remembered for a moment. */
export function memberLevels(): Promise<MemberLevelDoc[]> {
  return kept.read("", () => listLevels());
}

const ofMembers = defineCache<number | null>("levelOfMember", { ttlMs: seconds(5), max: 20_000 });
/** To be called by whoever writes which level a member has; every page of products asks. */
export const invalidateLevelOf = (memberId?: number): void => ofMembers.invalidate(memberId?.toString());

interface LevelFilter {
  name?: string | undefined;
  status?: EnabledStatus | undefined;
}

/** Levels as they stand now, the lowest first. `name` is the whole name. */
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

/** LevelNotFound. */
export async function oneLevel(id: number): Promise<MemberLevelDoc> {
  const level = await MemberLevelModel.findById(id).lean<MemberLevelDoc>();
  if (!level) throw loyaltyErrors.LevelNotFound();
  return level;
}

export interface VipPercent {
  levelId: number;
  name: string;
  /** What the member pays, in percent: below 100. */
  discountPercent: number;
}

/** What the member's level takes off: null for strangers, no level, a disabled one, or one without a discount. */
export async function vipPercentOf(memberId: number | null): Promise<VipPercent | null> {
  if (memberId === null) return null;
  const levelId = await ofMembers.read(String(memberId), () => levelIdOf(memberId));
  if (levelId === null) return null;
  const level = (await memberLevels()).find(({ _id }) => _id === levelId);
  if (!level || level.status !== EnabledStatus.enabled || level.discountPercent >= 100) return null;
  return { levelId: level._id, name: level.name, discountPercent: level.discountPercent };
}

async function levelIdOf(memberId: number): Promise<number | null> {
  const member = await MemberModel.findById(memberId, { levelId: 1 }).lean<Pick<MemberDoc, "levelId">>();
  return member?.levelId ?? null;
}
