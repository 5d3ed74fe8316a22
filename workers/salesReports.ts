import { countTradeDays, countShopDays } from "#shared/domains/salesReports/worker.js";
import { countTradeDaysJob, countShopDaysJob } from "#shared/domains/salesReports/statistics.jobs.js";
import { processor, type Processor } from "./runtime/processor.js";

/** What runs each job of the domain. */
export default [
  processor(countTradeDaysJob, () => countTradeDays()),
  processor(countShopDaysJob, () => countShopDays()),
] satisfies Processor[];
