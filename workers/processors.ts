import type { JobDefinition } from "#shared/kernel/queue/jobs.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import * as memberJobs from "#shared/domains/member/member.jobs.js";
import * as accountMergeJobs from "#shared/domains/accountMerge/accountMerge.jobs.js";
import * as socialJobs from "#shared/domains/social/social.jobs.js";
import * as auditJobs from "#shared/domains/audit/audit.jobs.js";
import * as statisticsJobs from "#shared/domains/salesReports/statistics.jobs.js";
import * as mediaJobs from "#shared/domains/media/media.jobs.js";
import * as loyaltyJobs from "#shared/domains/loyalty/loyalty.jobs.js";
import * as catalogJobs from "#shared/domains/catalog/catalog.jobs.js";
import * as promotionJobs from "#shared/domains/promotion/promotion.jobs.js";
import * as activityJobs from "#shared/domains/promotion/activity/activity.jobs.js";
import * as payJobs from "#shared/domains/pay/pay.jobs.js";
import * as tradeJobs from "#shared/domains/trade/trade.jobs.js";
import * as invoiceJobs from "#shared/domains/invoice/invoice.jobs.js";
import * as liveJobs from "#shared/domains/live/live.jobs.js";
import * as chatJobs from "#shared/domains/chat/chat.jobs.js";
import * as analyticsJobs from "#shared/domains/webAnalytics/analytics.jobs.js";
import * as qrSignInJobs from "#shared/domains/member/qrSignIn/qrSignIn.jobs.js";
import * as videoJobs from "#shared/domains/video/video.jobs.js";
import * as rechargeJobs from "#shared/domains/recharge/recharge.jobs.js";
import * as websiteJobs from "#shared/domains/website/website.jobs.js";
import * as queueJobs from "#shared/domains/operations/queues/queue.jobs.js";
import * as operationsJobs from "#shared/domains/operations/operations.jobs.js";
import * as alertJobs from "#shared/domains/operations/alert/alert.jobs.js";
import * as webhookJobs from "#shared/domains/webhook/webhook.jobs.js";
import type { Processor } from "./runtime/processor.js";

interface Domain {
  /** Modules with its job definitions, and perhaps other exports. */
  jobs: readonly object[];
  load: () => Promise<{ default: Processor[] }>;
}

/** Job definitions are light; processors are loaded only by a process that takes a queue of the domain. */
const domains: readonly Domain[] = [
  { jobs: [memberJobs, qrSignInJobs], load: () => import("./member.js") },
  { jobs: [accountMergeJobs], load: () => import("./accountMerge.js") },
  { jobs: [socialJobs], load: () => import("./social.js") },
  { jobs: [auditJobs], load: () => import("./audit.js") },
  { jobs: [statisticsJobs], load: () => import("./salesReports.js") },
  { jobs: [mediaJobs], load: () => import("./media.js") },
  { jobs: [loyaltyJobs], load: () => import("./loyalty.js") },
  { jobs: [catalogJobs], load: () => import("./catalog.js") },
  { jobs: [promotionJobs, activityJobs], load: () => import("./promotion.js") },
  { jobs: [payJobs], load: () => import("./pay.js") },
  { jobs: [tradeJobs], load: () => import("./trade.js") },
  { jobs: [invoiceJobs], load: () => import("./invoice.js") },
  { jobs: [liveJobs], load: () => import("./live.js") },
  { jobs: [chatJobs], load: () => import("./chat.js") },
  { jobs: [analyticsJobs], load: () => import("./webAnalytics.js") },
  { jobs: [videoJobs], load: () => import("./video.js") },
  { jobs: [rechargeJobs], load: () => import("./recharge.js") },
  { jobs: [websiteJobs], load: () => import("./website.js") },
  { jobs: [webhookJobs], load: () => import("./webhook.js") },
  { jobs: [queueJobs, operationsJobs, alertJobs], load: () => import("./operations.js") },
];

const isJob = (one: unknown): one is JobDefinition => typeof one === "object" && one !== null && "maxRunMs" in one;
const jobsOf = ({ jobs }: Domain): JobDefinition[] => jobs.flatMap((each) => Object.values(each)).filter(isJob);

/** Every job that workers take. */
export const workerJobs: readonly JobDefinition[] = domains.flatMap(jobsOf);

/** The processors of these queues, by job name. */
export async function loadProcessors(queues: readonly QueueName[]): Promise<Map<string, Processor>> {
  const isWanted = ({ queue }: JobDefinition): boolean => queues.includes(queue);
  const wanted = domains.filter((domain) => jobsOf(domain).some(isWanted));
  const tables = await Promise.all(wanted.map(async ({ load }) => (await load()).default));
  return new Map(
    tables
      .flat()
      .filter(({ job }) => isWanted(job))
      .map((processor) => [processor.job.name, processor]),
  );
}
