import type { TradeAnalysis, TradeTotals } from "#shared/domains/salesReports/index.js";

/** Money in fen. */
export const totalsView = (row: TradeTotals) => ({
  orderCreateCount: row.orderCreateCount,
  orderPayCount: row.orderPayCount,
  orderPayPrice: row.orderPayPriceFen,
  afterSaleCount: row.afterSaleCount,
  afterSaleRefundPrice: row.afterSaleRefundPriceFen,
  walletPayPrice: row.walletPayPriceFen,
  rechargePayCount: row.rechargePayCount,
  rechargePayPrice: row.rechargePayPriceFen,
  rechargeRefundCount: row.rechargeRefundCount,
  rechargeRefundPrice: row.rechargeRefundPriceFen,
});

export const analysisView = ({ value, reference }: TradeAnalysis) => ({
  value: totalsView(value),
  reference: totalsView(reference),
});
