import { expireDueOrders, sweepUnpaidOrdersJob } from "#shared/domains/trade/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(sweepUnpaidOrdersJob, () => expireDueOrders());
