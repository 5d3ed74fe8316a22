import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { webhookEvents, type WebhookEvent } from "./webhook.codes.js";

/** An address of a third party, and what it wants to hear of (rules: Webhooks). */
export interface WebhookEndpointDoc {
  _id: number;
  name: string;
  url: string;
  events: WebhookEvent[];
  /** `stock.low` is told at this stock and below. */
  lowStock: number;
  enabled: boolean;
  /** `whsec_...`, encrypted. */
  secretBox: string;
  /** Replaced ones, which sign as well until then. */
  olderSecrets: { box: string; until: Date }[];
  /** The first failure since the last success; null: its last delivery came. */
  failingSince: Date | null;
  /** When it was switched off as it had failed for days; null: it was not, or somebody switched it on again. */
  givenUpAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export const WebhookEndpointModel = defineModel<WebhookEndpointDoc>(
  "webhookEndpoints",
  {
    name: { type: String, required: true },
    url: { type: String, required: true },
    events: { type: [{ type: String, enum: webhookEvents }], required: true },
    lowStock: { type: Number, required: true },
    enabled: { type: Boolean, required: true },
    secretBox: { type: String, required: true },
    olderSecrets: { type: [{ _id: false, box: String, until: Date }], default: [] },
    failingSince: { type: Date, default: null },
    givenUpAt: { type: Date, default: null },
  },
  { logicalDelete: true, indexes: [[{ createdAt: -1, _id: -1 }]] },
);
