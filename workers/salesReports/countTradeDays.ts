import { countTradeDays, countTradeDaysJob } from "#shared/domains/salesReports/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(countTradeDaysJob, () => countTradeDays());
