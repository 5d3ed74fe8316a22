import { syncOrderJob, syncPayOrder } from "#shared/domains/pay/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(syncOrderJob, ({ payOrderId }) => syncPayOrder(payOrderId));
