import { receiveShippedOrder, receiveShippedOrderJob } from "#shared/domains/trade/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(receiveShippedOrderJob, ({ orderId }) => receiveShippedOrder(orderId));
