/**
 * Made by `npm run client`; not to be edited.
 * document sha256: df1e94a9330913d631baee161717a93059c0b215e7b5b094b01d7750916f9d07
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
