import { cancelClosedOrder, cancelClosedOrderJob } from "#shared/domains/trade/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(cancelClosedOrderJob, ({ payOrderId }) => cancelClosedOrder(payOrderId));
