import { applyRefund, applyRefundJob } from "#shared/domains/trade/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(applyRefundJob, ({ payOrderId }) => applyRefund(payOrderId));
