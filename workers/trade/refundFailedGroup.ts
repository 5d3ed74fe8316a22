import { refundFailedGroup, refundFailedGroupJob } from "#shared/domains/trade/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(refundFailedGroupJob, ({ orderIds }) => refundFailedGroup(orderIds));
