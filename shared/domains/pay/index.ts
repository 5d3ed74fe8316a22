export { payErrors } from "./pay.errors.js";
export { payOrderClosed, payOrderPaid, payRefundFailed, payRefundSucceeded } from "./pay.events.js";
export * from "./pay.jobs.js";
export { channelCodes, channelKinds, channelName, displayModes } from "./payChannel.codes.js";
export type { ChannelCode, DisplayMode } from "./payChannel.codes.js";
export type { PayOrderDoc } from "./payOrder.model.js";
export { pagePayOrders, pageRefunds, payOrderInFull } from "./payOrder.pages.js";
export type { PayAttemptDoc } from "./payAttempt.model.js";
export type { PayRefundDoc } from "./payRefund.model.js";
export type { PayStatus } from "./payOrder.states.js";
export { findPayOrder, ownPayOrder } from "./payOrder.queries.js";
export { enabledChannelCodes, enabledChannels, findChannel, payAppWithSecret } from "./payApp.queries.js";
export { enableUntouchedChannels, ensurePayApps, MALL_APP, WALLET_APP } from "./ensurePayApps.js";
export { openPayOrder, type PayOrderInput } from "./openPayOrder.js";
export { changePayOrderPrice, closePayOrder, movePayOrderExpiry } from "./closePayOrder.js";
export type { PaymentFound } from "./paymentFound.js";
export { settlePayment } from "./settlePayment.js";
export { refundPayOrder, type RefundInput } from "./refundPayOrder.js";
export { startAttempt, type SubmitInput } from "./startAttempt.js";
export { openAttempts, storedContent } from "./payOrder.queries.js";
export { checkPayByWallet, payByWallet } from "./payByWallet.js";
export { clearAttempts } from "./clearAttempts.js";
export type { Payer } from "./walletPart.js";
export { submitAttempt } from "./submitAttempt.js";
export { syncAttempt, syncAttempts, syncPayOrder, sweepExpired } from "./syncPayOrder.js";
export { expirePayOrder } from "./expirePayOrder.js";
export { closeAttempt } from "./closeAttempt.js";
export { receiveCallback, type Reception } from "./receiveCallback.js";
export { handleCallback } from "./handleCallback.js";
export { chaseRefunds, refundAtChannel } from "./refundAtChannel.js";
export { refreshCertificates } from "./refreshCertificates.js";
export { startNotify } from "./startNotify.js";
export { deliverNotify } from "./deliverNotify.js";
export { replayNotify } from "./replayNotify.js";
export { replayNotifies } from "./replayNotifies.js";
export { notifyWithTries, pageNotifyTasks } from "./notify.pages.js";
export { anomalyInFull, pageAnomalies, type AnomalyRow } from "./pay.pages.js";
export { anomalyKinds } from "./payAnomaly.model.js";
export { closeAnomaly } from "./closeAnomaly.js";
export { reconcileDay } from "./reconcileDay.js";
export { reconcileDue, runReconciliation } from "./reconcileDue.js";
export { compareLines, type Comparison } from "./reconcileLines.js";
export { billedMerchants, type BilledMerchant } from "./reconcileMerchants.js";
export { pageReconciliations, reconciliationInFull, type DifferenceRow } from "./reconciliation.queries.js";
export { differenceKinds, type ReconciliationDoc } from "./reconciliation.model.js";
export { notifyTypes, type NotifyTaskDoc, type NotifyTryDoc } from "./notifyTask.model.js";
export { reviveNotify } from "./reviveNotify.js";
export { codeOfPicture } from "./codePicture.js";
export { submittedAttempt, type SubmittedAttempt } from "./submittedAttempt.js";
export { notifyDelaysMs, notifyTriesInAll } from "./notifyLadder.js";
export type { PayAppDoc } from "./payApp.model.js";
export {
  createPayApp,
  deletePayApp,
  rotatePayAppSecret,
  updatePayApp,
  updatePayAppStatus,
  type PayAppInput,
} from "./changePayApp.js";
export {
  createPayChannel,
  deletePayChannel,
  rotatePayChannelKey,
  updatePayChannel,
  type ChannelInput,
} from "./changePayChannel.js";
export {
  listPayApps,
  pagePayApps,
  pagePayChannels,
  payChannelRow,
  type PayAppRow,
  type PayChannelRow,
} from "./payApp.pages.js";
export { merchantsOf, type ChannelMerchant } from "./channelMerchants.js";
export { payMerchants, type PayMerchant } from "./payMerchants.js";
export { closeWaitingPayOrders, forgetPayer, hasOpenRefund, paidPayOrderIds } from "./memberPayments.js";
