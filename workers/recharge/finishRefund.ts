import { finishRechargeRefund, finishRechargeRefundJob } from "#shared/domains/recharge/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(finishRechargeRefundJob, ({ refundId }) => finishRechargeRefund(refundId));
