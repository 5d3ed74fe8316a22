import { z } from "zod";
import { operatorNames } from "#shared/domains/operator/index.js";
import { acknowledgeAlert, pageAlerts } from "#shared/domains/operations/index.js";
import { OPERATE_QUEUES, READ_QUEUES } from "#api/operations/queues/queue.routes.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import { LongId, optional, pageOf, text } from "#api/http/fields.js";
import { AlertPageQuery, AlertView, alertView } from "./alert.views.js";

const alertPage = endpoint({
  method: "get",
  path: "/admin-api/infra/alert/page",
  access: operator(READ_QUEUES),
  summary:
    "Lists fired alerts of the last 90 days, newest first, with their acknowledgement and the outcome of their deliveries",
  input: { query: AlertPageQuery },
  output: pageOf(AlertView),
  handle: async ({ query }) => {
    const page = await pageAlerts(query, query);
    return {
      ...page,
      names: await operatorNames(page.list.flatMap(({ acknowledgedBy, rule }) => [acknowledgedBy, rule?.silencedBy])),
    };
  },
  view: ({ list, total, names }) => ({ list: list.map((alert) => alertView(alert, names)), total }),
});

const alertAcknowledge = endpoint({
  method: "put",
  path: "/admin-api/infra/alert/acknowledge",
  access: operator(OPERATE_QUEUES),
  summary: "Acknowledges an alert; the first acknowledgement is kept",
  input: { body: z.object({ id: LongId, remark: optional(text(200)) }) },
  output: z.boolean(),
  handle: ({ actor, body: { id, remark = "" } }) => acknowledgeAlert(actor.operatorId, id, remark),
});

export const alertEndpoints = [alertPage, alertAcknowledge];
