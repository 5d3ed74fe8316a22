import { countTradeDays, countShopDays } from "#shared/domains/salesReports/worker.js";
import { countTradeDaysJob, countShopDaysJob } from "#shared/domains/salesReports/statistics.jobs.js";
import { processor, type Processor } from "./runtime/processor.js";

export default [
  processor(countTradeDaysJob, () => countTradeDays()),
  processor(countShopDaysJob, () => countShopDays()),
] satisfies Processor[];
