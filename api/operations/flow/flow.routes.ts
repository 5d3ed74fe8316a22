import { currentFlow, pastFlow } from "#shared/domains/operations/flow/index.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import { READ_QUEUES } from "../queues/queue.routes.js";
import { FlowPastQuery, FlowPastView, FlowView } from "./flow.schemas.js";
import { openFlowStream } from "./flowStream.js";
import { flowPastView, flowView } from "./flow.views.js";

const flowGet = endpoint({
  method: "get",
  path: "/admin-api/infra/flow/get",
  access: operator(READ_QUEUES),
  summary:
    "Returns the API, the outbox, the queues, the workers, the providers and the merchants' hosts as they hang together; at most one and a half seconds old",
  output: FlowView,
  handle: () => currentFlow(),
  view: flowView,
});

const flowStream = endpoint({
  method: "get",
  path: "/admin-api/infra/flow/stream",
  access: operator(READ_QUEUES),
  summary:
    "Sends the same as server-sent events: `flow` with the whole picture when it has changed, `beat` while it has not, `alerts` with the number of open alerts when that has changed; ends with the session, and when the process ends",
  reply: "stream",
  replies: { 200: ["text/event-stream"] },
  handle: ({ ctx, actor }) => openFlowStream(ctx, actor, READ_QUEUES),
});

const flowGetPast = endpoint({
  method: "get",
  path: "/admin-api/infra/flow/past",
  access: operator(READ_QUEUES),
  summary: "Returns the queues in each minute of the hour before a moment, oldest first; minutes are kept two days",
  input: { query: FlowPastQuery },
  output: FlowPastView,
  handle: ({ query: { until } }) => pastFlow(new Date(until)),
  view: flowPastView,
});

export const flowEndpoints = [flowGet, flowStream, flowGetPast];
