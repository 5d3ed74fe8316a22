import { rollUpQueues, rollUpQueuesJob } from "#shared/domains/operations/queues/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(rollUpQueuesJob, () => rollUpQueues());
