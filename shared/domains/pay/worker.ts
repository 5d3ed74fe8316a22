/** For workers and checks; the API never loads it. */
export { payNumbers } from "./order/payNumbers.js";
export { findEndedRefund } from "./refund/endedRefund.js";
export { clearAttempts } from "./attempt/clearAttempts.js";
export { submitAttempt } from "./attempt/submitAttempt.js";
export { syncAttempt, syncPayOrder } from "./order/syncPayOrder.js";
export { syncAttempts, sweepExpired } from "./attempt/syncAttempts.js";
export { expirePayOrder } from "./order/expirePayOrder.js";
export { closeAttempt } from "./attempt/closeAttempt.js";
export { handleCallback } from "./callback/handleCallback.js";
export { chaseRefunds, refundAtChannel } from "./refund/refundAtChannel.js";
export { refreshCertificates } from "./channel/refreshCertificates.js";
export { webhookHeaders } from "./notify/signWebhook.js";
export { deliverNotify } from "./notify/deliverNotify.js";
export { reconcileDay } from "./reconciliation/reconcileDay.js";
export { reviveNotify } from "./notify/reviveNotify.js";
export { compareLines } from "./reconciliation/reconcileLines.js";
export { billedMerchants, type BilledMerchant } from "./reconciliation/reconcileMerchants.js";
export { clientOf } from "./channel/channelClients.js";
