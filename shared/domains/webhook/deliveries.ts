import { recordOperation } from "#shared/domains/audit/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { log } from "#shared/kernel/observability/log.js";
import { clock, hours } from "#shared/kernel/time/clock.js";
import { defineDeliveries, type TryOutcome } from "#shared/kernel/webhooks/deliveryKind.js";
import { invalidateWishes, signingSecretsOf } from "./endpoint.queries.js";
import { TEST_EVENT } from "./webhook.codes.js";
import { deliverEventJob } from "./webhook.jobs.js";
import { WebhookDeliveryModel, WebhookTryModel, type WebhookDeliveryDoc } from "./webhookDelivery.model.js";
import { WebhookEndpointModel, type WebhookEndpointDoc } from "./webhookEndpoint.model.js";

/**
 * An endpoint that has failed for so long, without a success in between, is switched off: before the last try of a single
 * delivery, so that it happens also to one that is told of little.
 */
const GIVEN_UP_AFTER_MS = hours(36);

/** Events to third parties. */
export const events = defineDeliveries<WebhookDeliveryDoc>({
  tasks: WebhookDeliveryModel,
  tries: WebhookTryModel,
  triesCounter: "webhookTries",
  to: "webhook",
  userAgent: "member-commerce-webhook",
  messageId: ({ eventId }) => eventId,
  // Only a test is sent to an endpoint that is off.
  secretsOf: async ({ endpointId, event }) => {
    const endpoint = await WebhookEndpointModel.findById(endpointId).lean<WebhookEndpointDoc>();
    return endpoint && (endpoint.enabled || event === TEST_EVENT) ? signingSecretsOf(endpoint) : [];
  },
  job: deliverEventJob,
  tryPayload: (webhookDeliveryId, tryNumber) => ({ webhookDeliveryId, tryNumber }),
  onTried: ({ endpointId, event }, outcome) => (event === TEST_EVENT ? Promise.resolve() : follow(endpointId, outcome)),
});

async function follow(_id: number, { success, status, wasSent }: TryOutcome): Promise<void> {
  if (!wasSent) return;
  if (success) {
    await WebhookEndpointModel.updateOne({ _id, failingSince: { $gt: new Date(0) } }, { $set: { failingSince: null } });
    return;
  }
  const now = clock.now();
  const { modifiedCount } = await WebhookEndpointModel.updateOne(
    { _id, failingSince: null },
    { $set: { failingSince: now } },
  );
  if (modifiedCount === 1) return;
  await inTransaction(async () => {
    const overdue = { $lte: new Date(now.getTime() - GIVEN_UP_AFTER_MS), $gt: new Date(0) };
    const off = await WebhookEndpointModel.updateOne(
      { _id, enabled: true, failingSince: overdue },
      { $set: { enabled: false, givenUpAt: now } },
    );
    if (off.modifiedCount === 0) return;
    log.error({ webhookEndpointId: _id, status }, "a webhook endpoint has failed for days and is switched off");
    await recordOperation({
      module: "infra",
      action: "webhook.giveUp",
      bizId: _id,
      before: { enabled: true },
      after: { enabled: false, status },
    });
    invalidateWishes();
  });
}
