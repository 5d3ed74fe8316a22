import { closeUnpaidOrderJob, expireOrder } from "#shared/domains/trade/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(closeUnpaidOrderJob, ({ orderId }) => expireOrder(orderId));
