import { applyPush, applyPushJob } from "#shared/domains/trade/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(applyPushJob, ({ pushId }) => applyPush(pushId));
