import { rollUpCounts, rollUpCountsJob } from "#shared/domains/live/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(rollUpCountsJob, () => rollUpCounts());
