import { recordOperation } from "#shared/domains/audit/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import {
  invalidateLoyaltyConfig,
  LoyaltyConfigModel,
  loyaltySettings,
  THE_CONFIG,
  type LoyaltySettings,
} from "./loyaltyConfig.model.js";

/** An operator replaces all settings for points. */
export async function saveLoyaltyConfig(settings: LoyaltySettings): Promise<true> {
  await inTransaction(async () => {
    const before = await loyaltySettings();
    await LoyaltyConfigModel.updateOne({ _id: THE_CONFIG }, { $set: { ...settings } }, { upsert: true });
    await recordOperation({ module: "member", action: "config.save", bizId: THE_CONFIG, before, after: settings });
    invalidateLoyaltyConfig();
  });
  return true;
}
