import { closeAttemptJob, closeAttempt } from "#shared/domains/pay/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(closeAttemptJob, ({ attemptId }) => closeAttempt(attemptId));
