/**
 * Made by `npm run client`; not to be edited.
 * document sha256: 5297244c736822b472871dec70fdb44c28c6ddafbc092e1ee57d52ddc3122b94
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
