import { defineCache } from "#shared/kernel/redis/cache.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** The shop's trade settings: one row, `_id` 1. */
export interface TradeConfigDoc {
  _id: number;
  afterSaleRefundReasons: string[];
  afterSaleReturnReasons: string[];
  /** Express is free from deliveryExpressFreePriceFen on, whatever the templates say. */
  deliveryExpressFreeEnabled: boolean;
  deliveryExpressFreePriceFen: number;
  deliveryPickUpEnabled: boolean;
}

export const TradeConfigModel = defineModel<TradeConfigDoc>("tradeConfig", {
  afterSaleRefundReasons: { type: [String], default: [] },
  afterSaleReturnReasons: { type: [String], default: [] },
  deliveryExpressFreeEnabled: { type: Boolean, default: false },
  deliveryExpressFreePriceFen: { type: Number, default: 0 },
  deliveryPickUpEnabled: { type: Boolean, default: true },
});

export const THE_CONFIG = 1;
const unset: TradeConfigDoc = {
  _id: THE_CONFIG,
  afterSaleRefundReasons: [],
  afterSaleReturnReasons: [],
  deliveryExpressFreeEnabled: false,
  deliveryExpressFreePriceFen: 0,
  deliveryPickUpEnabled: true,
};

/** The settings; empty lists and no free delivery before they were saved. */
export function tradeConfig(): Promise<TradeConfigDoc> {
  return cache.read("", async () => (await TradeConfigModel.findById(THE_CONFIG).lean<TradeConfigDoc>()) ?? unset);
}

const cache = defineCache<TradeConfigDoc>("tradeConfig", { ttlMs: seconds(5), max: 1, isSetting: true });
/** Must be called after each save. */
export const invalidateTradeConfig = (): void => cache.invalidate();
