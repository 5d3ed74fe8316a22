import { defineCache } from "#shared/kernel/redis/cache.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** The shop's own settings of trade: one row, `_id` 1. */
export interface TradeConfigDoc {
  _id: number;
  afterSaleRefundReasons: string[];
  afterSaleReturnReasons: string[];
  /** Express costs nothing from deliveryExpressFreePriceFen on, whatever the templates say. */
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

/** The settings; empty lists and no free delivery before anybody set them. */
export function tradeConfig(): Promise<TradeConfigDoc> {
  return kept.read("", async () => (await TradeConfigModel.findById(THE_CONFIG).lean<TradeConfigDoc>()) ?? unset);
}

const kept = defineCache<TradeConfigDoc>("tradeConfig", { ttlMs: seconds(5), max: 1, isSetting: true });
/** To be called by whoever saves them. */
export const invalidateTradeConfig = (): void => kept.invalidate();
