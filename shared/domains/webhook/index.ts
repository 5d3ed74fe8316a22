export { eventOfAfterSale, eventOfOrder, TEST_EVENT, webhookEvents, type WebhookEvent } from "./webhook.codes.js";
export { endpointSecret, getEndpoint, givenUpEndpoints, isWanted, pageEndpoints } from "./endpoint.queries.js";
export {
  createEndpoint,
  deleteEndpoint,
  rotateEndpointSecret,
  updateEndpoint,
  type EndpointInput,
} from "./changeEndpoint.js";
export { testEndpoint } from "./publishEvent.js";
export { deliveryWithTries, pageDeliveries, replayEvent, replayEvents } from "./readDeliveries.js";
export type { WebhookDeliveryDoc } from "./webhookDelivery.model.js";
export type { WebhookEndpointDoc } from "./webhookEndpoint.model.js";
export { webhookRecycling } from "./webhook.recycling.js";
