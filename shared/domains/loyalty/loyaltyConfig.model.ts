import { defineCache } from "#shared/kernel/redis/cache.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** The shop's settings for points: one row, `_id` 1 (rules: Catalog and prices). */
interface LoyaltyConfigDoc {
  _id: number;
  /** False: orders neither take nor give points. */
  deductEnabled: boolean;
  /** The value of one point in fen. */
  fenPerPoint: number;
  /** The limit of points per order; null: none. */
  maxPoints: number | null;
  /** Points given per yuan paid. */
  pointsPerYuan: number;
  /** Incremented by every change of levels, so that concurrent changes conflict and one is retried. */
  levelVersion: number;
}

export type LoyaltySettings = Omit<LoyaltyConfigDoc, "_id" | "levelVersion">;

/** The settings for orders; without deduction no points are given either. */
export type LoyaltyRules = LoyaltySettings;

export const LoyaltyConfigModel = defineModel<LoyaltyConfigDoc>("loyaltyConfig", {
  deductEnabled: { type: Boolean, default: false },
  fenPerPoint: { type: Number, default: 0 },
  maxPoints: { type: Number, default: null },
  pointsPerYuan: { type: Number, default: 0 },
  levelVersion: { type: Number, default: 0 },
});

export const THE_CONFIG = 1;
const unset: LoyaltySettings = { deductEnabled: false, fenPerPoint: 0, maxPoints: null, pointsPerYuan: 0 };

const cache = defineCache<LoyaltySettings>("loyaltyConfig", { ttlMs: seconds(5), max: 1, isSetting: true });
/** Must be called after each save. */
export const invalidateLoyaltyConfig = (): void => cache.invalidate();

/** The saved settings; everything is off before the first save. */
export async function loyaltySettings(): Promise<LoyaltySettings> {
  const row = await LoyaltyConfigModel.findById(THE_CONFIG).lean<LoyaltyConfigDoc>();
  if (!row) return unset;
  const { deductEnabled, fenPerPoint, maxPoints, pointsPerYuan } = row;
  return { deductEnabled, fenPerPoint, maxPoints, pointsPerYuan };
}

/** The settings for orders, cached. */
export async function loyaltyRules(): Promise<LoyaltyRules> {
  const settings = await cache.read("", loyaltySettings);
  return settings.deductEnabled ? settings : { ...settings, pointsPerYuan: 0 };
}
