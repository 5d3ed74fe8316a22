export { pageSchedules, triggerSchedule } from "./schedules.js";
export type { AccessLogDoc, ErrorLogDoc } from "./requestLog.models.js";
export { flushRequestLogs, isNoteworthy, logRequest } from "./logRequest.js";
export { handleErrorLog, pageAccessLog, pageErrorLog, type RequestSearch } from "./requestLog.queries.js";
export { deleteUnusedFile } from "./deleteUnusedFile.js";
export { runningConfig } from "./runningConfig.js";
export { namedKinds, type Named } from "./jobs/findNamed.js";
export { getJobRow, pageJobs } from "./jobs/job.queries.js";
export { searchKinds, searchShop, type Found } from "./search/searchShop.js";
export { readJobFigures, type JobFigures } from "./jobs/jobFigures.js";
export { actOnJob } from "./jobs/actOnJobs.js";
export { actOnAll, getJobBatch, continueBatch } from "./jobs/actOnAll.js";
export type { JobBatchDoc } from "./jobs/jobBatch.model.js";
export { timelineOf, type TimelineEvent } from "./jobs/timeline.js";
export { runInRedis, type JobRun } from "./jobs/jobRun.js";
export { scrubValues } from "./scrubText.js";
export { sentenceOf, whyActNames, whyActs, whyStates, type Why } from "./why/why.js";
export { whyOfDelivery, whyOfJob, whyOfOrder, whyOfPayment, whyOfRefund } from "./why/readWhy.js";
export { acknowledgeAlert } from "./alert/acknowledgeAlert.js";
export { alertRuleRow, pageAlertRules, pageAlerts, type AlertRow, type AlertRuleRow } from "./alert/alert.queries.js";
export { adviceOn } from "./alert/alertAdvice.js";
export { countOpenAlerts } from "./alert/openAlerts.js";
export { isSilenced, silenceRule, unsilenceRule } from "./alert/silenceRule.js";
export { alertKinds } from "./alert/alertRule.model.js";
export {
  createAlertRule,
  deleteAlertRule,
  originOf,
  updateAlertRule,
  type AlertRuleInput,
} from "./alert/changeAlertRule.js";
export { alertRecycling } from "./alert/alert.recycling.js";
