import { applyVodCallback, applyVodCallbackJob } from "#shared/domains/video/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(applyVodCallbackJob, ({ callbackId }) => applyVodCallback(callbackId));
