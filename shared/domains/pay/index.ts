export { payErrors } from "./pay.errors.js";
export { submitAttemptJob, clearAttemptsJob, syncOrderJob } from "./pay.jobs.js";
export type { PayOrderDoc } from "./order/payOrder.model.js";
export {
  eachPayOrder,
  eachRefund,
  pagePayOrders,
  pageRefunds,
  payOrderInFull,
  type RefundRow,
} from "./order/pagePayOrders.js";
export type { PayAttemptDoc } from "./attempt/payAttempt.model.js";
export type { PayRefundDoc } from "./refund/payRefund.model.js";
export { endedRefunds, findPayOrder, lookUpPayOrder, ownPayOrder, openAttempts } from "./order/payOrder.queries.js";
export type { PayNumbers } from "./order/payNumbers.js";
export { enabledChannelCodes, enabledChannels, payAppWithSecret } from "./channel/payApp.queries.js";
export { openPayOrder } from "./order/openPayOrder.js";
export { changePayOrderPrice, closePayOrder, movePayOrderExpiry } from "./order/closePayOrder.js";
export { refundPayOrder } from "./refund/refundPayOrder.js";
export { isPayableOutside, payRefundOutside } from "./refund/payRefundOutside.js";
export { isPayableToWallet, payRefundToWallet } from "./refund/payRefundToWallet.js";
export { redirectRefund } from "./refund/redirectRefund.js";
export { othersInNeed, refundInFull } from "./refund/refundInFull.js";
export { refundHasEnded } from "./refund/endedRefund.js";
export { queryPayOrder, queryRefund } from "./order/queryAtChannel.js";
export { refundIsOpen } from "./refund/needsMerchant.js";
export { startAttempt } from "./attempt/startAttempt.js";
export { checkPayByWallet, payByWallet } from "./attempt/payByWallet.js";
export type { Payer } from "./attempt/walletPart.js";
export { receiveCallback, type Reception } from "./callback/receiveCallback.js";
export { payOrdersOfAnyNumber, payOrdersOfNumber } from "./order/payOrderNumber.queries.js";
export { startNotify } from "./notify/startNotify.js";
export { replayNotify } from "./notify/replayNotify.js";
export { replayNotifies } from "./notify/replayNotifies.js";
export { notifyWithTries, pageNotifyTasks } from "./notify/pageNotifyTasks.js";
export { deliveriesOfPayOrder, readDelivery, type DeliveryFacts } from "./notify/readDelivery.js";
export { anomalyInFull, pageAnomalies, type AnomalyRow } from "./anomaly/pageAnomalies.js";
export { anomalyKinds } from "./anomaly/payAnomaly.model.js";
export { closeAnomaly } from "./anomaly/closeAnomaly.js";
export { openAnomaliesOf } from "./anomaly/payAnomaly.js";
export { reconcileDue, runReconciliation } from "./reconciliation/reconcileDue.js";
export type { Comparison } from "./reconciliation/reconcileLines.js";
export {
  pageReconciliations,
  reconciliationInFull,
  type DifferenceRow,
} from "./reconciliation/reconciliation.queries.js";
export { differenceKinds, type ReconciliationDoc } from "./reconciliation/reconciliation.model.js";
export { notifyTypes, type NotifyTaskDoc } from "./notify/notifyTask.model.js";
export { codeOfPicture } from "./attempt/codePicture.js";
export { submittedAttempt, type SubmittedAttempt } from "./attempt/submittedAttempt.js";
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
} from "./channel/pagePayApps.js";
export {
  closeWaitingPayOrders,
  erasePayer,
  hasOpenRefund,
  paidPayOrderIds,
  submittedPayOrderIds,
} from "./order/memberPayments.js";
export { payRecycling } from "./pay.recycling.js";
export { searchPayOrders, searchRefunds } from "./searchPayments.js";
export {
  deliveriesOf,
  merchantOrdersOf,
  payNumbers,
  refundsOfNumber,
  subjectsOfPayOrders,
  subjectsOfRefunds,
  type MadeDelivery,
} from "./pay.subjects.js";
export { refundNews } from "./refund/refundNews.js";
