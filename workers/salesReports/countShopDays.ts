import { countShopDays, countShopDaysJob } from "#shared/domains/salesReports/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(countShopDaysJob, () => countShopDays());
