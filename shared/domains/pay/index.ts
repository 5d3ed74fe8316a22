export { payErrors } from "./pay.errors.js";
export { submitAttemptJob, clearAttemptsJob, syncOrderJob } from "./pay.jobs.js";
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
export { endedRefunds, findPayOrder, ownPayOrder, openAttempts } from "./payOrder.queries.js";
export type { PayNumbers } from "./payNumbers.js";
export { enabledChannelCodes, enabledChannels, payAppWithSecret } from "./channel/payApp.queries.js";
export { enableUntouchedChannels, ensurePayApps } from "./channel/ensurePayApps.js";
export { openPayOrder } from "./openPayOrder.js";
export { changePayOrderPrice, closePayOrder, movePayOrderExpiry } from "./closePayOrder.js";
export { refundPayOrder } from "./refund/refundPayOrder.js";
export { startAttempt } from "./startAttempt.js";
export { checkPayByWallet, payByWallet } from "./payByWallet.js";
export type { Payer } from "./walletPart.js";
export { receiveCallback, type Reception } from "./receiveCallback.js";
export { payOrdersOfAnyNumber, payOrdersOfNumber } from "./payOrderNumber.queries.js";
export { startNotify } from "./notify/startNotify.js";
export { replayNotify } from "./notify/replayNotify.js";
export { replayNotifies } from "./notify/replayNotifies.js";
export { notifyWithTries, pageNotifyTasks } from "./notify/notify.pages.js";
export { anomalyInFull, pageAnomalies, type AnomalyRow } from "./pay.pages.js";
export { anomalyKinds } from "./payAnomaly.model.js";
export { closeAnomaly } from "./closeAnomaly.js";
export { reconcileDue, runReconciliation } from "./reconciliation/reconcileDue.js";
export type { Comparison } from "./reconciliation/reconcileLines.js";
export { billedMerchants, type BilledMerchant } from "./reconciliation/reconcileMerchants.js";
export {
  pageReconciliations,
  reconciliationInFull,
  type DifferenceRow,
} from "./reconciliation/reconciliation.queries.js";
export { differenceKinds, type ReconciliationDoc } from "./reconciliation/reconciliation.model.js";
export { notifyTypes, type NotifyTaskDoc, type NotifyTryDoc } from "./notify/notifyTask.model.js";
export { codeOfPicture } from "./codePicture.js";
export { submittedAttempt, type SubmittedAttempt } from "./submittedAttempt.js";
export { notifyTriesInAll } from "./notify/notifyLadder.js";
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
