import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { defineTries, deliveryFields, type DeliveryDoc } from "#shared/kernel/webhooks/delivery.model.js";
import type { TEST_EVENT, WebhookEvent } from "./webhook.codes.js";

/** An event on its way to an endpoint. */
export interface WebhookDeliveryDoc extends DeliveryDoc {
  endpointId: number;
  event: WebhookEvent | typeof TEST_EVENT;
  /** The receiver knows a repeat by it; the same for every endpoint. */
  eventId: string;
}

const KEPT_SECONDS = 30 * 86_400;

export const WebhookDeliveryModel = defineModel<WebhookDeliveryDoc>(
  "webhookDeliveries",
  {
    endpointId: { type: Number, required: true },
    event: { type: String, required: true },
    eventId: { type: String, required: true },
    ...deliveryFields,
  },
  {
    indexes: [
      [{ endpointId: 1, eventId: 1 }, { unique: true }],
      [{ endpointId: 1, createdAt: -1, _id: -1 }],
      [{ status: 1, createdAt: -1, _id: -1 }],
      [{ host: 1, status: 1, nextTryAt: 1 }],
      [{ host: 1, inLineSince: 1 }],
      [{ createdAt: -1, _id: -1 }],
      [{ createdAt: 1 }, { expireAfterSeconds: KEPT_SECONDS }],
    ],
  },
);

export const WebhookTryModel = defineTries("webhookTries", KEPT_SECONDS);
