import type { z } from "zod";
import type { Needs } from "#shared/kernel/config/providers.js";
import type { JobDefinition } from "#shared/kernel/queue/jobs.js";
import { sealOperationsJob, trimOperationsJob } from "#shared/domains/audit/audit.jobs.js";
import { rollUpQueuesJob } from "#shared/domains/operations/queues/queue.jobs.js";
import { evaluateRulesJob } from "#shared/domains/operations/alert/alert.jobs.js";
import { sweepGroupsJob } from "#shared/domains/chat/chat.jobs.js";
import { endDueActivitiesJob } from "#shared/domains/promotion/activity/activity.jobs.js";
import { rollUpRecentJob } from "#shared/domains/catalog/catalog.jobs.js";
import { rollUpCountsJob } from "#shared/domains/live/live.jobs.js";
import { sweepFilesJob, sweepPicturesJob } from "#shared/domains/media/media.jobs.js";
import {
  chaseRefundsJob,
  reconcileDueJob,
  refreshCertificatesJob,
  reviveNotifyJob,
  sweepExpiredJob,
  syncAttemptsJob,
} from "#shared/domains/pay/pay.jobs.js";
import { countShopDaysJob, countTradeDaysJob } from "#shared/domains/salesReports/statistics.jobs.js";
import { refreshCredentialsJob } from "#shared/domains/social/social.jobs.js";
import { dropOldJob, rollUpDueJob } from "#shared/domains/webAnalytics/analytics.jobs.js";
import { expireQrSignInsJob } from "#shared/domains/member/qrSignIn/qrSignIn.jobs.js";
import { expireCouponsJob } from "#shared/domains/promotion/promotion.jobs.js";
import {
  pollParcelsJob,
  sweepShippedOrdersJob,
  sweepUnpaidOrdersJob,
  sweepUnreviewedOrdersJob,
} from "#shared/domains/trade/trade.jobs.js";
import { sweepOrphansJob, sweepVideosJob } from "#shared/domains/video/video.jobs.js";
import { reviveDeliveriesJob } from "#shared/domains/webhook/webhook.jobs.js";
import { sweepUploadsJob } from "#shared/domains/website/website.jobs.js";

/** A recurring job. Each tick handles everything that is due, so a missed one costs nothing. */
export interface Schedule {
  job: JobDefinition;
  /** Five or six fields (seconds first). */
  cron: string;
  timeZone: "Asia/Shanghai";
  /** The payload of each tick. */
  payload: unknown;
  /** Providers of which it needs one, while its job also runs without: for those the job's own. */
  needs?: Needs;
}

const every = <P extends z.ZodType, R>(
  cron: string,
  job: JobDefinition<P, R>,
  payload: z.input<P>,
  needs = job.needs,
): Schedule => ({
  job: job as unknown as JobDefinition,
  cron,
  timeZone: "Asia/Shanghai",
  payload,
  needs,
});
export { every };

/** Every recurring job. cron.ts is the only place that turns them into ticks. */
export const schedules: Schedule[] = [
  every("* * * * *", sweepUnpaidOrdersJob, {}),
  every("* * * * *", sweepShippedOrdersJob, {}),
  every("* * * * *", sweepUnreviewedOrdersJob, {}),
  every("* * * * *", pollParcelsJob, {}),
  every("* * * * *", rollUpRecentJob, {}),
  every("* * * * *", endDueActivitiesJob, {}),
  every("* * * * *", expireCouponsJob, {}),
  every("* * * * *", syncAttemptsJob, {}),
  every("* * * * *", sweepExpiredJob, {}),
  every("* * * * *", chaseRefundsJob, {}),
  every("*/10 * * * *", reconcileDueJob, {}),
  every("7 */12 * * *", refreshCertificatesJob, {}, "wechatpay"),
  every("*/10 * * * *", reviveNotifyJob, {}),
  every("*/10 * * * *", reviveDeliveriesJob, {}),
  every("* * * * *", refreshCredentialsJob, {}),
  every("* * * * *", rollUpCountsJob, {}),
  every("* * * * *", sweepVideosJob, {}),
  every("23 * * * *", sweepOrphansJob, {}),
  every("* * * * *", expireQrSignInsJob, {}),
  every("* * * * *", rollUpDueJob, {}),
  every("23 4 * * *", dropOldJob, {}),
  every("*/10 * * * *", sweepGroupsJob, {}),
  every("*/5 * * * * *", sealOperationsJob, {}),
  every("* * * * *", rollUpQueuesJob, {}),
  every("*/15 * * * * *", evaluateRulesJob, {}),
  every("* * * * *", countTradeDaysJob, {}),
  every("*/5 * * * *", countShopDaysJob, {}),
  every("20 3 * * *", trimOperationsJob, {}),
  every("*/10 * * * *", sweepUploadsJob, {}),
  every("*/10 * * * *", sweepFilesJob, {}),
  every("*/10 * * * *", sweepPicturesJob, {}),
];
