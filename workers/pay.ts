import {
  clearAttemptsJob,
  submitAttemptJob,
  syncOrderJob,
  handleCallbackJob,
  syncAttemptsJob,
  syncAttemptJob,
  expirePayOrderJob,
  sweepExpiredJob,
  closeAttemptJob,
  refundAtChannelJob,
  chaseRefundsJob,
  redirectRefundJob,
  reconcileDueJob,
  reconcileDayJob,
  refreshCertificatesJob,
  startNotifyJob,
  deliverNotifyJob,
  reviveNotifyJob,
} from "#shared/domains/pay/pay.jobs.js";
import {
  clearAttempts,
  submitAttempt,
  syncPayOrder,
  handleCallback,
  syncAttempts,
  syncAttempt,
  expirePayOrder,
  sweepExpired,
  closeAttempt,
  refundAtChannel,
  chaseRefunds,
  redirectAtChannel,
  reconcileDay,
  refreshCertificates,
  deliverNotify,
  reviveNotify,
} from "#shared/domains/pay/worker.js";
import { reconcileDue, startNotify } from "#shared/domains/pay/index.js";
import { processor, type Processor } from "./runtime/processor.js";

export default [
  processor(clearAttemptsJob, async ({ payOrderId }) => {
    await clearAttempts(payOrderId);
    return { cleared: true as const };
  }),
  processor(submitAttemptJob, ({ attemptId }) => submitAttempt(attemptId)),
  processor(syncOrderJob, ({ payOrderId }) => syncPayOrder(payOrderId)),
  processor(handleCallbackJob, ({ callbackId }) => handleCallback(callbackId)),
  processor(syncAttemptsJob, () => syncAttempts()),
  processor(syncAttemptJob, ({ attemptId }) => syncAttempt(attemptId)),
  processor(expirePayOrderJob, ({ payOrderId }) => expirePayOrder(payOrderId)),
  processor(sweepExpiredJob, () => sweepExpired()),
  processor(closeAttemptJob, ({ attemptId }) => closeAttempt(attemptId)),
  processor(refundAtChannelJob, ({ refundId }) => refundAtChannel(refundId)),
  processor(chaseRefundsJob, () => chaseRefunds()),
  processor(redirectRefundJob, ({ refundId, sealedId }) => redirectAtChannel(refundId, sealedId)),
  processor(reconcileDueJob, () => reconcileDue()),
  processor(reconcileDayJob, ({ reconciliationId }) => reconcileDay(reconciliationId)),
  processor(refreshCertificatesJob, () => refreshCertificates()),
  processor(startNotifyJob, ({ payOrderId, refundId }) => startNotify(payOrderId, refundId)),
  processor(deliverNotifyJob, ({ notifyId, tryNumber }) => deliverNotify(notifyId, tryNumber)),
  processor(reviveNotifyJob, () => reviveNotify()),
] satisfies Processor[];
