import { rollUpQueues, rollUpQueuesJob } from "#shared/domains/admin/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(rollUpQueuesJob, () => rollUpQueues());
