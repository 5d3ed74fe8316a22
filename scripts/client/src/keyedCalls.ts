// Made by `npm run client`.
/** The calls that take an Idempotency-Key. */
export const keyedCalls: ReadonlySet<string> = new Set([
  "post /app-api/member/address/create",
  "post /app-api/pay/order/submit",
  "post /app-api/pay/wallet-recharge/create",
  "post /app-api/promotion/bargain-help/create",
  "post /app-api/promotion/bargain-record/create",
  "post /app-api/promotion/coupon/take",
  "post /app-api/trade/order/create",
  "post /member/invoiceInfo/appCreateOrderInvoiceInfo",
]);
