import { creditPaidRecharge, creditRechargeJob } from "#shared/domains/recharge/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(creditRechargeJob, ({ payOrderId }) => creditPaidRecharge(payOrderId));
