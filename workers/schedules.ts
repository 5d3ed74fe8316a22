import type { z } from "zod";
import type { JobDefinition } from "#shared/platform/jobs.js";
import { endDueActivitiesJob } from "#shared/domains/activity/index.js";
import { rollUpRecentJob } from "#shared/domains/catalog/index.js";
import { rollUpCountsJob } from "#shared/domains/live/index.js";
import {
  chaseRefundsJob,
  reconcileDueJob,
  refreshCertificatesJob,
  reviveNotifyJob,
  sweepExpiredJob,
  syncAttemptsJob,
} from "#shared/domains/pay/index.js";
import { refreshCredentialsJob } from "#shared/domains/social/index.js";
import { expireCouponsJob } from "#shared/domains/promotion/index.js";
import {
  pollParcelsJob,
  sweepShippedOrdersJob,
  sweepUnpaidOrdersJob,
  sweepUnreviewedOrdersJob,
} from "#shared/domains/trade/index.js";

/** A recurring job: each tick handles everything that is due, so a missed one costs nothing. */
export interface Schedule {
  job: JobDefinition;
  /** Five or six fields (seconds first). */
  cron: string;
  timeZone: "Asia/Shanghai";
  /** The payload of each tick. */
  payload: unknown;
}

const every = <P extends z.ZodType, R>(cron: string, job: JobDefinition<P, R>, payload: z.input<P>): Schedule => ({
  job: job as unknown as JobDefinition,
  cron,
  timeZone: "Asia/Shanghai",
  payload,
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
  every("7 */12 * * *", refreshCertificatesJob, {}),
  every("*/10 * * * *", reviveNotifyJob, {}),
  every("* * * * *", refreshCredentialsJob, {}),
  every("* * * * *", rollUpCountsJob, {}),
];
