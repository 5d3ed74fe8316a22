import { refundAtChannelJob, refundAtChannel } from "#shared/domains/pay/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(refundAtChannelJob, ({ refundId }) => refundAtChannel(refundId));
