export { operationsErrors } from "./operations.errors.js";
export { pageSchedules, triggerSchedule, type ScheduleSearch } from "./schedules.js";
export {
  AccessLogModel,
  ErrorLogModel,
  type AccessLogDoc,
  type ErrorLogDoc,
  type ErrorLogStatus,
  type RequestFacts,
} from "./requestLog.models.js";
export { flushRequestLogs, isNoteworthy, logRequest } from "./logRequest.js";
export { handleErrorLog, pageAccessLog, pageErrorLog, type RequestSearch } from "./requestLog.queries.js";
export { sweepPictures } from "./sweepPictures.js";
export { deleteUnusedFile } from "./deleteUnusedFile.js";
export { runningConfig, type ConfigEntry } from "./runningConfig.js";
export { scrubText } from "./scrubText.js";
export { actOnJobsJob } from "./operations.jobs.js";
export { namedKinds, type Named, type NamedKind } from "./jobs/whatItNames.js";
export { findJobRow, searchJobs, type JobSearch, type JobsFound } from "./jobs/job.queries.js";
export { actOnJob, type ActBy } from "./jobs/actOnJobs.js";
export { actOnAll, findJobBatch, goOnActing } from "./jobs/actOnAll.js";
export type { JobBatchDoc } from "./jobs/jobBatch.model.js";
export { timelineOf, type TimelineEvent } from "./jobs/timeline.js";
