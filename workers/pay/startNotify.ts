import { startNotifyJob, startNotify } from "#shared/domains/pay/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(startNotifyJob, ({ payOrderId, refundId }) => startNotify(payOrderId, refundId));
