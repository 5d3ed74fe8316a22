/** What workers may use, and what only they load. */
export { payNumbers } from "./payNumbers.js";
export { findEndedRefund } from "./refund/endedRefund.js";
export { clearAttempts } from "./clearAttempts.js";
export { submitAttempt } from "./submitAttempt.js";
export { syncAttempt, syncPayOrder } from "./syncPayOrder.js";
export { syncAttempts, sweepExpired } from "./syncAttempts.js";
export { expirePayOrder } from "./expirePayOrder.js";
export { closeAttempt } from "./closeAttempt.js";
export { handleCallback } from "./handleCallback.js";
export { chaseRefunds, refundAtChannel } from "./refund/refundAtChannel.js";
export { refreshCertificates } from "./channel/refreshCertificates.js";
export { webhookHeaders } from "./notify/signWebhook.js";
export { deliverNotify } from "./notify/deliverNotify.js";
export { reconcileDay } from "./reconciliation/reconcileDay.js";
export { reviveNotify } from "./notify/reviveNotify.js";
