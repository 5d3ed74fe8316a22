import { applyCallbackJob, applyLiveCallback } from "#shared/domains/live/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(applyCallbackJob, ({ callbackId }) => applyLiveCallback(callbackId));
