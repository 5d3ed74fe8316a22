import { recycling, type Recycling } from "#shared/kernel/mongo/recycling.js";
import { refuseTooManyEndpoints } from "./changeEndpoint.js";
import { invalidateWishes } from "./endpoint.queries.js";
import { WebhookEndpointModel } from "./webhookEndpoint.model.js";

export const webhookRecycling: Recycling[] = [
  recycling({
    kind: "webhook",
    en: "Webhook endpoint",
    zh: "Webhook 端点",
    model: WebhookEndpointModel,
    named: "name",
    audit: ["infra", "webhook"],
    right: { query: "infra:webhook:query", restore: "infra:webhook:create" },
    check: refuseTooManyEndpoints,
    restored: invalidateWishes,
  }),
];
