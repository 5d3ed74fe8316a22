import { reviewDueOrders, sweepUnreviewedOrdersJob } from "#shared/domains/trade/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(sweepUnreviewedOrdersJob, () => reviewDueOrders());
