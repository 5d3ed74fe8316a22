import { deliverNotifyJob, deliverNotify } from "#shared/domains/pay/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(deliverNotifyJob, ({ notifyId, tryNumber }) => deliverNotify(notifyId, tryNumber));
