/**
 * Made by `npm run client`; not to be edited.
 * document sha256: fd07e3f7d0fa90776c2d0e1193bd2cf11e1cc8b9825a6a802928eaf611a0be21
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
