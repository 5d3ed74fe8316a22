import type { RechargeNumbers } from "#shared/domains/recharge/index.js";
import type { TradeNumbers } from "#shared/domains/trade/index.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { DayMarker } from "./days.js";

/** The numbers of one day (rules: Sales reports); counting all of it again gives the same result. */
export interface TradeDayDoc extends TradeNumbers, RechargeNumbers, DayMarker {
  /** yyyy-MM-dd in Asia/Shanghai. */
  _id: string;
  /** Paid from wallets, for whole orders and parts; fen. */
  walletPayPriceFen: number;
}

const number = { type: Number, default: 0 };

export const TradeDayModel = defineModel<TradeDayDoc>("tradeDays", {
  _id: { type: String, required: true },
  orderCreateCount: number,
  orderPayCount: number,
  orderPayPriceFen: number,
  afterSaleCount: number,
  afterSaleRefundPriceFen: number,
  rechargePayCount: number,
  rechargePayPriceFen: number,
  rechargeRefundCount: number,
  rechargeRefundPriceFen: number,
  walletPayPriceFen: number,
  countedAt: { type: Date, required: true },
  countedUntil: { type: Date, default: null },
});
