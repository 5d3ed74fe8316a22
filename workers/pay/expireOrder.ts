import { expirePayOrderJob, expirePayOrder } from "#shared/domains/pay/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(expirePayOrderJob, ({ payOrderId }) => expirePayOrder(payOrderId));
