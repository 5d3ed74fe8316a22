import type { z } from "zod";
import type { JobDefinition } from "#shared/kernel/queue/jobs.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import type { Processor } from "./runtime/processor.js";
import { sealOperationsJob, trimOperationsJob } from "#shared/domains/audit/index.js";
import { endDueActivitiesJob, expireGroupJob } from "#shared/domains/promotion/activity/index.js";
import { replayLettersJob, rollUpQueuesJob } from "#shared/domains/operations/queues/index.js";
import { deliverAlertJob, evaluateRulesJob } from "#shared/domains/operations/alert/index.js";
import { rollUpRecentJob, rollUpSpuJob } from "#shared/domains/catalog/index.js";
import { applyCallbackJob, cutStreamJob, rollUpCountsJob } from "#shared/domains/live/index.js";
import {
  addMembersJob,
  applyCommandsJob,
  countOnlineJob,
  dissolveGroupJob,
  hurryCommandsJob,
  listGroupsJob,
  makeGroupJob,
  readGroupJob,
  readMutedJob,
  scheduleEndJob,
  sweepGroupsJob,
} from "#shared/domains/chat/index.js";
import { issueInvoiceJob, mailInvoiceJob, redInvoiceJob, voidRefundedJob } from "#shared/domains/invoice/index.js";
import { countShopDaysJob, countTradeDaysJob } from "#shared/domains/salesReports/index.js";
import { welcomeMemberJob } from "#shared/domains/loyalty/index.js";
import { erasePicturesJob, sweepFilesJob, sweepPicturesJob } from "#shared/domains/media/index.js";
import { kickOutJob, sendMobileChangeNotice, sendSms } from "#shared/domains/member/index.js";
import { actOnJobsJob } from "#shared/domains/operations/index.js";
import { refreshCredentialJob, refreshCredentialsJob, resolveCodeJob } from "#shared/domains/social/index.js";
import {
  chaseRefundsJob,
  reconcileDayJob,
  reconcileDueJob,
  closeAttemptJob,
  deliverNotifyJob,
  expirePayOrderJob,
  handleCallbackJob,
  refreshCertificatesJob,
  refundAtChannelJob,
  reviveNotifyJob,
  startNotifyJob,
  clearAttemptsJob,
  submitAttemptJob,
  sweepExpiredJob,
  syncAttemptJob,
  syncAttemptsJob,
  syncOrderJob,
} from "#shared/domains/pay/index.js";
import { expireCouponsJob, giveRegistrationCouponsJob } from "#shared/domains/promotion/index.js";
import {
  applyPushJob,
  applyRefundJob,
  askParcelJob,
  cancelClosedOrderJob,
  closeUnpaidOrderJob,
  giveOrderCouponsJob,
  markOrderPaidJob,
  pollParcelJob,
  pollParcelsJob,
  receiveShippedOrderJob,
  receiveSignedOrdersJob,
  refundFailedGroupJob,
  subscribeParcelJob,
  sweepShippedOrdersJob,
  sweepUnpaidOrdersJob,
  sweepUnreviewedOrdersJob,
} from "#shared/domains/trade/index.js";
import {
  dropOldJob,
  rollUpDueJob,
  storeEventsJob,
  storePathJob,
  storeStayJob,
} from "#shared/domains/webAnalytics/index.js";
import { expireQrSignInsJob } from "#shared/domains/qrSignIn/index.js";
import { creditRechargeJob, finishRechargeRefundJob } from "#shared/domains/recharge/index.js";
import {
  applyVodCallbackJob,
  followVideoJob,
  forgetUploaderJob,
  pushVideoJob,
  removeVideoJob,
  sweepOrphansJob,
  sweepVideosJob,
} from "#shared/domains/video/index.js";
import { checkUploadJob, mailMessageJob, recordDownloadJob, sweepUploadsJob } from "#shared/domains/website/index.js";

type Load = () => Promise<{ default: Processor }>;
const line = <P extends z.ZodType, R>(job: JobDefinition<P, R>, load: Load): [JobDefinition, Load] => [
  job as unknown as JobDefinition,
  load,
];

/** Every job and what runs it. A process loads only those of its queues. */
export const processorTable: [JobDefinition, Load][] = [
  line(kickOutJob, () => import("./member/kickOut.js")),
  line(sendSms, () => import("./member/sendSms.js")),
  line(sendMobileChangeNotice, () => import("./member/sendMobileChangeNotice.js")),
  line(resolveCodeJob, () => import("./social/resolveCode.js")),
  line(refreshCredentialJob, () => import("./social/refreshCredential.js")),
  line(refreshCredentialsJob, () => import("./social/refreshCredentials.js")),
  line(sealOperationsJob, () => import("./audit/sealOperations.js")),
  line(trimOperationsJob, () => import("./audit/trimOperations.js")),
  line(countTradeDaysJob, () => import("./salesReports/countTradeDays.js")),
  line(countShopDaysJob, () => import("./salesReports/countShopDays.js")),
  line(sweepFilesJob, () => import("./media/sweepFiles.js")),
  line(sweepPicturesJob, () => import("./media/sweepPictures.js")),
  line(erasePicturesJob, () => import("./media/erasePictures.js")),
  line(welcomeMemberJob, () => import("./loyalty/welcomeMember.js")),
  line(rollUpSpuJob, () => import("./catalog/rollUpSpu.js")),
  line(rollUpRecentJob, () => import("./catalog/rollUpRecent.js")),
  line(giveRegistrationCouponsJob, () => import("./promotion/giveRegistrationCoupons.js")),
  line(expireCouponsJob, () => import("./promotion/expireCoupons.js")),
  line(clearAttemptsJob, () => import("./pay/clearAttempts.js")),
  line(submitAttemptJob, () => import("./pay/submitAttempt.js")),
  line(syncOrderJob, () => import("./pay/syncOrder.js")),
  line(handleCallbackJob, () => import("./pay/handleCallback.js")),
  line(syncAttemptsJob, () => import("./pay/syncAttempts.js")),
  line(syncAttemptJob, () => import("./pay/syncAttempt.js")),
  line(expirePayOrderJob, () => import("./pay/expireOrder.js")),
  line(sweepExpiredJob, () => import("./pay/sweepExpired.js")),
  line(closeAttemptJob, () => import("./pay/closeAttempt.js")),
  line(refundAtChannelJob, () => import("./pay/refundAtChannel.js")),
  line(chaseRefundsJob, () => import("./pay/chaseRefunds.js")),
  line(reconcileDueJob, () => import("./pay/reconcileDue.js")),
  line(reconcileDayJob, () => import("./pay/reconcileDay.js")),
  line(refreshCertificatesJob, () => import("./pay/refreshCertificates.js")),
  line(startNotifyJob, () => import("./pay/startNotify.js")),
  line(deliverNotifyJob, () => import("./pay/deliverNotify.js")),
  line(reviveNotifyJob, () => import("./pay/reviveNotify.js")),
  line(expireGroupJob, () => import("./promotion/expireGroup.js")),
  line(endDueActivitiesJob, () => import("./promotion/endDue.js")),
  line(closeUnpaidOrderJob, () => import("./trade/closeUnpaidOrder.js")),
  line(sweepUnpaidOrdersJob, () => import("./trade/sweepUnpaidOrders.js")),
  line(markOrderPaidJob, () => import("./trade/markOrderPaid.js")),
  line(cancelClosedOrderJob, () => import("./trade/cancelClosedOrder.js")),
  line(receiveSignedOrdersJob, () => import("./trade/receiveSignedOrders.js")),
  line(receiveShippedOrderJob, () => import("./trade/receiveShippedOrder.js")),
  line(sweepShippedOrdersJob, () => import("./trade/sweepShippedOrders.js")),
  line(sweepUnreviewedOrdersJob, () => import("./trade/sweepUnreviewedOrders.js")),
  line(giveOrderCouponsJob, () => import("./trade/giveOrderCoupons.js")),
  line(refundFailedGroupJob, () => import("./trade/refundFailedGroup.js")),
  line(applyRefundJob, () => import("./trade/applyRefund.js")),
  line(subscribeParcelJob, () => import("./logistics/subscribeParcel.js")),
  line(applyPushJob, () => import("./logistics/applyPush.js")),
  line(pollParcelsJob, () => import("./logistics/pollParcels.js")),
  line(pollParcelJob, () => import("./logistics/pollParcel.js")),
  line(askParcelJob, () => import("./logistics/askParcel.js")),
  line(issueInvoiceJob, () => import("./invoice/issueInvoice.js")),
  line(redInvoiceJob, () => import("./invoice/redInvoice.js")),
  line(voidRefundedJob, () => import("./invoice/voidRefunded.js")),
  line(mailInvoiceJob, () => import("./invoice/mailInvoice.js")),
  line(applyCallbackJob, () => import("./live/applyCallback.js")),
  line(rollUpCountsJob, () => import("./live/rollUpCounts.js")),
  line(cutStreamJob, () => import("./live/cutStream.js")),
  line(listGroupsJob, () => import("./chat/listGroups.js")),
  line(readGroupJob, () => import("./chat/readGroup.js")),
  line(readMutedJob, () => import("./chat/readMuted.js")),
  line(countOnlineJob, () => import("./chat/countOnline.js")),
  line(hurryCommandsJob, () => import("./chat/hurryCommands.js")),
  line(applyCommandsJob, () => import("./chat/applyCommands.js")),
  line(makeGroupJob, () => import("./chat/makeGroup.js")),
  line(addMembersJob, () => import("./chat/addMembers.js")),
  line(scheduleEndJob, () => import("./chat/scheduleEnd.js")),
  line(dissolveGroupJob, () => import("./chat/dissolveGroup.js")),
  line(sweepGroupsJob, () => import("./chat/sweepGroups.js")),
  line(storeEventsJob, () => import("./webAnalytics/storeEvents.js")),
  line(storeStayJob, () => import("./webAnalytics/storeStay.js")),
  line(storePathJob, () => import("./webAnalytics/storePath.js")),
  line(rollUpDueJob, () => import("./webAnalytics/rollUpDue.js")),
  line(dropOldJob, () => import("./webAnalytics/dropOld.js")),
  line(expireQrSignInsJob, () => import("./qrSignIn/expireQrSignIns.js")),
  line(pushVideoJob, () => import("./video/pushVideo.js")),
  line(followVideoJob, () => import("./video/followVideo.js")),
  line(forgetUploaderJob, () => import("./video/forgetUploader.js")),
  line(removeVideoJob, () => import("./video/removeVideo.js")),
  line(applyVodCallbackJob, () => import("./video/applyVodCallback.js")),
  line(sweepVideosJob, () => import("./video/sweepVideos.js")),
  line(sweepOrphansJob, () => import("./video/sweepOrphans.js")),
  line(creditRechargeJob, () => import("./recharge/creditRecharge.js")),
  line(finishRechargeRefundJob, () => import("./recharge/finishRefund.js")),
  line(recordDownloadJob, () => import("./website/recordDownload.js")),
  line(rollUpQueuesJob, () => import("./operations/queues/rollUpQueues.js")),
  line(replayLettersJob, () => import("./operations/queues/replayLetters.js")),
  line(actOnJobsJob, () => import("./operations/queues/actOnJobs.js")),
  line(evaluateRulesJob, () => import("./operations/alert/evaluateRules.js")),
  line(deliverAlertJob, () => import("./operations/alert/deliverAlert.js")),
  line(checkUploadJob, () => import("./website/checkUpload.js")),
  line(sweepUploadsJob, () => import("./website/sweepUploads.js")),
  line(mailMessageJob, () => import("./website/mailMessage.js")),
];
export { line };

/** The processors of these queues, by job name. */
export async function loadProcessors(queues: QueueName[]): Promise<Map<string, Processor>> {
  const chosen = processorTable.filter(([job]) => queues.includes(job.queue));
  const loaded = await Promise.all(
    chosen.map(async ([job, load]) => {
      const { default: processor } = await load();
      if (processor.job.name !== job.name)
        throw new Error(`${job.name} is bound to the processor of ${processor.job.name}`);
      return [job.name, processor] as const;
    }),
  );
  return new Map(loaded);
}
