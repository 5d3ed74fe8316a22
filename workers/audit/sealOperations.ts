import { sealOperations, sealOperationsJob } from "#shared/domains/audit/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(sealOperationsJob, () => sealOperations());
