import { clearAttemptsJob, clearAttempts } from "#shared/domains/pay/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(clearAttemptsJob, async ({ payOrderId }) => {
  await clearAttempts(payOrderId);
  return { cleared: true as const };
});
