import { trimOperations, trimOperationsJob } from "#shared/domains/audit/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(trimOperationsJob, () => trimOperations());
