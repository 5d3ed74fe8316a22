import { syncAttemptJob, syncAttempt } from "#shared/domains/pay/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(syncAttemptJob, ({ attemptId }) => syncAttempt(attemptId));
