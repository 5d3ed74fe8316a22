import { defineCache } from "#shared/kernel/redis/cache.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** The shop's settings of points: one row, `_id` 1 (rules: Catalog and prices). */
interface LoyaltyConfigDoc {
  _id: number;
  /** Off: no points are taken for an order, and none are given. */
  deductEnabled: boolean;
  /** What one point is worth, in fen. */
  fenPerPoint: number;
  /** At most this many points an order; null: no cap. */
  maxPoints: number | null;
  /** Given for each yuan paid. */
  pointsPerYuan: number;
  /** Moves with every change of the levels: two changes at once meet here, one is tried again after the other. */
  levelVersion: number;
}

export type LoyaltySettings = Omit<LoyaltyConfigDoc, "_id" | "levelVersion">;

/** The settings as orders go by them; a shop that switched deduction off gives no points either. */
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

const kept = defineCache<LoyaltySettings>("loyaltyConfig", { ttlMs: seconds(5), max: 1, isSetting: true });
/** To be called by whoever saves them. */
export const invalidateLoyaltyConfig = (): void => kept.invalidate();

/** The settings as they were saved; everything off before anybody did. */
export async function loyaltySettings(): Promise<LoyaltySettings> {
  const row = await LoyaltyConfigModel.findById(THE_CONFIG).lean<LoyaltyConfigDoc>();
  if (!row) return unset;
  const { deductEnabled, fenPerPoint, maxPoints, pointsPerYuan } = row;
  return { deductEnabled, fenPerPoint, maxPoints, pointsPerYuan };
}

/** What orders go by, remembered for a moment. */
export async function loyaltyRules(): Promise<LoyaltyRules> {
  const settings = await kept.read("", loyaltySettings);
  return settings.deductEnabled ? settings : { ...settings, pointsPerYuan: 0 };
}
