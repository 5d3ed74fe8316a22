import { recordOperation } from "#shared/domains/audit/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import {
  invalidateTradeConfig,
  THE_CONFIG,
  tradeConfig,
  TradeConfigModel,
  type TradeConfigDoc,
} from "./tradeConfig.model.js";

/** An operator replaces all of the shop's trade settings. */
export async function saveTradeConfig(settings: Omit<TradeConfigDoc, "_id">): Promise<true> {
  await inTransaction(async () => {
    const before = await tradeConfig();
    await TradeConfigModel.updateOne({ _id: THE_CONFIG }, { $set: { ...settings } }, { upsert: true });
    await recordOperation({ module: "trade", action: "config.save", bizId: THE_CONFIG, before, after: settings });
    invalidateTradeConfig();
  });
  return true;
}
