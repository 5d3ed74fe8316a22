import { rollUpDueJob, rollUpDue } from "#shared/domains/webAnalytics/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(rollUpDueJob, () => rollUpDue());
