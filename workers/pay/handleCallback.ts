import { handleCallbackJob, handleCallback } from "#shared/domains/pay/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(handleCallbackJob, ({ callbackId }) => handleCallback(callbackId));
