import { within, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { RechargeModel } from "./recharge.model.js";

/** Recharges and their refunds in a time span; money in fen, without the bonus. */
export interface RechargeNumbers {
  rechargePayCount: number;
  rechargePayPriceFen: number;
  rechargeRefundCount: number;
  rechargeRefundPriceFen: number;
}

/** Both ends inclusive. */
export async function rechargeNumbers(span: TimeSpan): Promise<RechargeNumbers> {
  const [paid] = await RechargeModel.aggregate<{ count: number; fen: number }>([
    { $match: { payAt: within(span) } },
    { $group: { _id: null, count: { $sum: 1 }, fen: { $sum: "$payPriceFen" } } },
  ]);
  const [refunded] = await RechargeModel.aggregate<{ count: number; fen: number }>([
    { $match: { refundAt: within(span) } },
    { $group: { _id: null, count: { $sum: 1 }, fen: { $sum: "$refundPayFen" } } },
  ]);
  return {
    rechargePayCount: paid?.count ?? 0,
    rechargePayPriceFen: paid?.fen ?? 0,
    rechargeRefundCount: refunded?.count ?? 0,
    rechargeRefundPriceFen: refunded?.fen ?? 0,
  };
}
