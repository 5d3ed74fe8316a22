import { deliverEventJob, publishEventJob, reviveDeliveriesJob } from "#shared/domains/webhook/webhook.jobs.js";
import { deliverEvent, publishEvent, reviveDeliveries } from "#shared/domains/webhook/worker.js";
import { processor } from "./runtime/processor.js";

export default [
  processor(publishEventJob, publishEvent),
  processor(deliverEventJob, ({ webhookDeliveryId, tryNumber }) => deliverEvent(webhookDeliveryId, tryNumber)),
  processor(reviveDeliveriesJob, () => reviveDeliveries()),
];
