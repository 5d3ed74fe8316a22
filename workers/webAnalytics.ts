import {
  storeEventsJob,
  storeStayJob,
  storePathJob,
  rollUpDueJob,
  dropOldJob,
} from "#shared/domains/webAnalytics/analytics.jobs.js";
import { storeEvents, storeStay, storePath, dropOld } from "#shared/domains/webAnalytics/worker.js";
import { rollUpDue } from "#shared/domains/webAnalytics/index.js";
import { processor, type Processor } from "./runtime/processor.js";

export default [
  processor(storeEventsJob, storeEvents),
  processor(storeStayJob, storeStay),
  processor(storePathJob, storePath),
  processor(rollUpDueJob, () => rollUpDue()),
  processor(dropOldJob, () => dropOld()),
] satisfies Processor[];
