import { markOrderPaid, markOrderPaidJob } from "#shared/domains/trade/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(markOrderPaidJob, ({ payOrderId }) => markOrderPaid(payOrderId));
