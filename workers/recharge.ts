import { creditPaidRecharge, finishRechargeRefund } from "#shared/domains/recharge/worker.js";
import { creditRechargeJob, finishRechargeRefundJob } from "#shared/domains/recharge/recharge.jobs.js";
import { processor, type Processor } from "./runtime/processor.js";

export default [
  processor(creditRechargeJob, ({ payOrderId }) => creditPaidRecharge(payOrderId)),
  processor(finishRechargeRefundJob, ({ refundId }) => finishRechargeRefund(refundId)),
] satisfies Processor[];
