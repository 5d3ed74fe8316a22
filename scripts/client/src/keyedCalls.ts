/**
 * Made by `npm run client`; not to be edited.
 * document sha256: fe4b197ef12c7a16730cac8c3136b9883de49ac445e4ccec5b94a70d81d63da0
 */
/** The calls that take an Idempotency-Key. */
export const keyedCalls: ReadonlySet<string> = new Set([
  "post /app-api/pay/order/submit",
  "post /app-api/pay/wallet-recharge/create",
  "post /app-api/promotion/bargain-help/create",
  "post /app-api/promotion/bargain-record/create",
  "post /app-api/promotion/coupon/take",
  "post /app-api/trade/order/create",
  "post /member/invoiceInfo/appCreateOrderInvoiceInfo",
]);
