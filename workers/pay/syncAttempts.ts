import { syncAttemptsJob, syncAttempts } from "#shared/domains/pay/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(syncAttemptsJob, () => syncAttempts());
