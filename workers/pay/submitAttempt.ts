import { submitAttemptJob, submitAttempt } from "#shared/domains/pay/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(submitAttemptJob, ({ attemptId }) => submitAttempt(attemptId));
