import { deliverAlert, deliverAlertJob } from "#shared/domains/operations/alert/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(deliverAlertJob, ({ deliveryId }, { isLast }) => deliverAlert(deliveryId, isLast));
