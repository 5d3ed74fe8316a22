import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { IdQuery } from "#api/http/fields.js";
import {
  createEndpoint,
  deleteEndpoint,
  deliveryWithTries,
  endpointSecret,
  getEndpoint,
  pageDeliveries,
  pageEndpoints,
  replayEvent,
  replayEvents,
  rotateEndpointSecret,
  testEndpoint,
  updateEndpoint,
  type EndpointInput,
} from "#shared/domains/webhook/index.js";
import {
  WebhookCreateBody,
  WebhookDeliveryDetail,
  WebhookDeliveryPage,
  WebhookDeliveryPageQuery,
  WebhookPage,
  WebhookPageQuery,
  WebhookReplayAllBody,
  WebhookReplayed,
  WebhookSecret,
  WebhookUpdateBody,
  WebhookView,
} from "./webhook.schemas.js";
import { webhookDeliveryDetail, webhookDeliveryView, webhookView } from "./webhook.views.js";

const LOW_STOCK = 10;

const inputOf = (body: z.output<typeof WebhookCreateBody>): EndpointInput => ({
  name: body.name,
  url: body.url,
  events: [...new Set(body.events)],
  lowStock: body.lowStock ?? LOW_STOCK,
  enabled: body.enabled ?? true,
});

const webhookCreate = endpoint({
  method: "post",
  path: "/admin-api/infra/webhook/create",
  access: operator("infra:webhook:create"),
  summary: "Creates an endpoint of a third party, with a signing secret and the events that it is told of",
  input: { body: WebhookCreateBody },
  output: z.number(),
  idempotent: "after",
  handle: ({ body }) => createEndpoint(inputOf(body)),
});

const webhookUpdate = endpoint({
  method: "put",
  path: "/admin-api/infra/webhook/update",
  access: operator("infra:webhook:update"),
  summary: "Replaces an endpoint's address, events and switch; its secret stays",
  input: { body: WebhookUpdateBody },
  output: z.boolean(),
  handle: ({ body }) => updateEndpoint(body.id, inputOf(body)),
});

const webhookDelete = endpoint({
  method: "delete",
  path: "/admin-api/infra/webhook/delete",
  access: operator("infra:webhook:delete"),
  summary: "Deletes an endpoint; what is on its way to it is given up",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deleteEndpoint(query.id),
});

const webhookRotateSecret = endpoint({
  method: "put",
  path: "/admin-api/infra/webhook/rotate-secret",
  access: operator("infra:webhook:secret"),
  summary: "Issues a new signing secret; for 24 h deliveries are also signed with the old one",
  input: { body: IdQuery },
  output: z.boolean(),
  handle: ({ body }) => rotateEndpointSecret(body.id),
});

const webhookGetSecret = endpoint({
  method: "get",
  path: "/admin-api/infra/webhook/get-secret",
  access: operator("infra:webhook:secret"),
  summary: "Returns the secret that signs an endpoint's deliveries, which its owner needs",
  input: { query: IdQuery },
  output: WebhookSecret,
  handle: async ({ query }) => ({ secret: await endpointSecret(query.id) }),
});

const webhookTest = endpoint({
  method: "post",
  path: "/admin-api/infra/webhook/test",
  access: operator("infra:webhook:update"),
  summary: "Sends a test event, also to an endpoint that is off; returns the delivery's id",
  input: { body: IdQuery },
  output: z.number(),
  handle: ({ body }) => testEndpoint(body.id),
});

const webhookGet = endpoint({
  method: "get",
  path: "/admin-api/infra/webhook/get",
  access: operator("infra:webhook:query"),
  summary: "Returns an endpoint of a third party, without its secret",
  input: { query: IdQuery },
  output: WebhookView,
  handle: ({ query }) => getEndpoint(query.id),
  view: webhookView,
});

const webhookPage = endpoint({
  method: "get",
  path: "/admin-api/infra/webhook/page",
  access: operator("infra:webhook:query"),
  summary: "Lists the endpoints of third parties, newest first",
  input: { query: WebhookPageQuery },
  output: WebhookPage,
  handle: ({ query }) => pageEndpoints(query, query),
  view: ({ list, total }) => ({ list: list.map(webhookView), total }),
});

const webhookDeliveryPage = endpoint({
  method: "get",
  path: "/admin-api/infra/webhook-delivery/page",
  access: operator("infra:webhook:query"),
  summary: "Lists the events sent to third parties in the last 30 days, newest first",
  input: { query: WebhookDeliveryPageQuery },
  output: WebhookDeliveryPage,
  handle: ({ query }) => pageDeliveries(query, query),
  view: ({ list, total }) => ({ list: list.map(webhookDeliveryView), total }),
});

const webhookDeliveryGetDetail = endpoint({
  method: "get",
  path: "/admin-api/infra/webhook-delivery/get-detail",
  access: operator("infra:webhook:query"),
  summary: "Returns an event sent to a third party, with each of its tries",
  input: { query: IdQuery },
  output: WebhookDeliveryDetail,
  handle: ({ query }) => deliveryWithTries(query.id),
  view: webhookDeliveryDetail,
});

const webhookDeliveryReplay = endpoint({
  method: "post",
  path: "/admin-api/infra/webhook-delivery/replay",
  access: operator("infra:webhook:replay"),
  summary: "Sends an event again at once, with the same webhook-id, to the endpoint's current address",
  input: { body: IdQuery },
  output: z.boolean(),
  handle: ({ body }) => replayEvent(body.id),
});

const webhookDeliveryReplayAll = endpoint({
  method: "post",
  path: "/admin-api/infra/webhook-delivery/replay-all",
  access: operator("infra:webhook:replay"),
  summary:
    "Sends the events of an endpoint and a period again, at most 2,000: those given up, or delivered ones (status 10)",
  input: { body: WebhookReplayAllBody },
  output: WebhookReplayed,
  handle: ({ body }) => replayEvents(body),
});

export const webhookEndpoints = [
  webhookCreate,
  webhookUpdate,
  webhookDelete,
  webhookRotateSecret,
  webhookGetSecret,
  webhookTest,
  webhookGet,
  webhookPage,
  webhookDeliveryPage,
  webhookDeliveryGetDetail,
  webhookDeliveryReplay,
  webhookDeliveryReplayAll,
];
