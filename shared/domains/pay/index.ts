export { payErrors } from "./pay.errors.js";
export { payOrderClosed, payOrderPaid, payRefundFailed, payRefundSucceeded } from "./pay.events.js";
export * from "./pay.jobs.js";
export { channelCodes, channelKinds, channelName, displayModes } from "./channel/payChannel.codes.js";
export type { ChannelCode, DisplayMode } from "./channel/payChannel.codes.js";
export type { PayOrderDoc } from "./payOrder.model.js";
export {
  eachPayOrder,
  eachRefund,
  pagePayOrders,
  pageRefunds,
  payOrderInFull,
  type RefundRow,
} from "./payOrder.pages.js";
export type { PayAttemptDoc } from "./payAttempt.model.js";
export type { PayRefundDoc } from "./refund/payRefund.model.js";
export type { PayStatus } from "./payOrder.states.js";
export { endedRefunds, findPayOrder, ownPayOrder } from "./payOrder.queries.js";
export { payNumbers, type PayNumbers } from "./payNumbers.js";
export { enabledChannelCodes, enabledChannels, findChannel, payAppWithSecret } from "./channel/payApp.queries.js";
export { enableUntouchedChannels, ensurePayApps, MALL_APP, WALLET_APP } from "./channel/ensurePayApps.js";
export { openPayOrder, type PayOrderInput } from "./openPayOrder.js";
export { changePayOrderPrice, closePayOrder, movePayOrderExpiry } from "./closePayOrder.js";
export type { PaymentFound } from "./paymentFound.js";
export { settlePayment } from "./settlePayment.js";
export { refundPayOrder, type RefundInput } from "./refund/refundPayOrder.js";
export { findEndedRefund } from "./refund/endedRefund.js";
export { startAttempt, type SubmitInput } from "./startAttempt.js";
export { openAttempts, storedContent } from "./payOrder.queries.js";
export { checkPayByWallet, payByWallet } from "./payByWallet.js";
export { clearAttempts } from "./clearAttempts.js";
export type { Payer } from "./walletPart.js";
export { submitAttempt } from "./submitAttempt.js";
export { syncAttempt, syncPayOrder } from "./syncPayOrder.js";
export { syncAttempts, sweepExpired } from "./syncAttempts.js";
export { expirePayOrder } from "./expirePayOrder.js";
export { closeAttempt } from "./closeAttempt.js";
export { receiveCallback, type Reception } from "./receiveCallback.js";
export { handleCallback } from "./handleCallback.js";
export { chaseRefunds, refundAtChannel } from "./refund/refundAtChannel.js";
export { refreshCertificates } from "./channel/refreshCertificates.js";
export { webhookHeaders } from "./notify/signWebhook.js";
export { payOrdersOfAnyNumber, payOrdersOfNumber } from "./payOrderNumber.queries.js";
export { startNotify } from "./notify/startNotify.js";
export { deliverNotify } from "./notify/deliverNotify.js";
export { replayNotify } from "./notify/replayNotify.js";
export { replayNotifies } from "./notify/replayNotifies.js";
export { notifyWithTries, pageNotifyTasks } from "./notify/notify.pages.js";
export { anomalyInFull, pageAnomalies, type AnomalyRow } from "./pay.pages.js";
export { anomalyKinds } from "./payAnomaly.model.js";
export { closeAnomaly } from "./closeAnomaly.js";
export { reconcileDay } from "./reconciliation/reconcileDay.js";
export { reconcileDue, runReconciliation } from "./reconciliation/reconcileDue.js";
export { compareLines, type Comparison } from "./reconciliation/reconcileLines.js";
export { billedMerchants, type BilledMerchant } from "./reconciliation/reconcileMerchants.js";
export {
  pageReconciliations,
  reconciliationInFull,
  type DifferenceRow,
} from "./reconciliation/reconciliation.queries.js";
export { differenceKinds, type ReconciliationDoc } from "./reconciliation/reconciliation.model.js";
export { notifyTypes, type NotifyTaskDoc, type NotifyTryDoc } from "./notify/notifyTask.model.js";
export { reviveNotify } from "./notify/reviveNotify.js";
export { codeOfPicture } from "./codePicture.js";
export { submittedAttempt, type SubmittedAttempt } from "./submittedAttempt.js";
export { notifyDelaysMs, notifyTriesInAll } from "./notify/notifyLadder.js";
export type { PayAppDoc } from "./channel/payApp.model.js";
export {
  createPayApp,
  deletePayApp,
  rotatePayAppSecret,
  updatePayApp,
  updatePayAppStatus,
  type PayAppInput,
} from "./channel/changePayApp.js";
export {
  createPayChannel,
  deletePayChannel,
  rotatePayChannelKey,
  updatePayChannel,
  type ChannelInput,
} from "./channel/changePayChannel.js";
export {
  listPayApps,
  pagePayApps,
  pagePayChannels,
  payChannelRow,
  type PayAppRow,
  type PayChannelRow,
} from "./channel/payApp.pages.js";
export { merchantsOf, type ChannelMerchant } from "./channel/channelMerchants.js";
export { payMerchants, type PayMerchant } from "./channel/payMerchants.js";
export { closeWaitingPayOrders, erasePayer, hasOpenRefund, paidPayOrderIds } from "./memberPayments.js";
export { payRecycling } from "./pay.recycling.js";
export {
  deliveriesOf,
  merchantOrdersOf,
  refundsOfNumber,
  subjectsOfPayOrders,
  subjectsOfRefunds,
  type MadeDelivery,
} from "./pay.subjects.js";
