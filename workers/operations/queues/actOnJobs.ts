import { actOnJobsJob, goOnActing } from "#shared/domains/operations/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(actOnJobsJob, ({ batchId }) => goOnActing(batchId));
