import { voidRefunded, voidRefundedJob } from "#shared/domains/invoice/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(voidRefundedJob, ({ payOrderId }) => voidRefunded(payOrderId));
