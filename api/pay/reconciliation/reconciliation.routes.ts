import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { pageReconciliations, reconciliationInFull, runReconciliation } from "#shared/domains/pay/index.js";
import {
  ReconciliationDetail,
  ReconciliationDetailQuery,
  ReconciliationPage,
  ReconciliationPageQuery,
  ReconciliationRunBody,
} from "./reconciliation.schemas.js";
import { reconciliationDetail, reconciliationView } from "./reconciliation.views.js";

const reconciliationPage = endpoint({
  method: "get",
  path: "/admin-api/pay/reconciliation/page",
  access: operator("pay:reconciliation:query"),
  summary: "The platforms' statements, compared with what is kept here; the newest day first",
  input: { query: ReconciliationPageQuery },
  output: ReconciliationPage,
  handle: ({ query }) => pageReconciliations(query, query),
  view: ({ list, total }) => ({ list: list.map(reconciliationView), total }),
});

const reconciliationGetDetail = endpoint({
  method: "get",
  path: "/admin-api/pay/reconciliation/get-detail",
  access: operator("pay:reconciliation:query"),
  summary: "One of them with its differences, a page of them, open ones first",
  input: { query: ReconciliationDetailQuery },
  output: ReconciliationDetail,
  handle: ({ query }) => reconciliationInFull(query.id, query, query),
  view: reconciliationDetail,
});

const reconciliationRun = endpoint({
  method: "post",
  path: "/admin-api/pay/reconciliation/run",
  access: operator("pay:reconciliation:run"),
  summary: "Has a day of a channel compared (again); answers the ids, one for each merchant it was paid to on that day",
  input: { body: ReconciliationRunBody },
  output: z.array(z.number()),
  idempotent: "transaction",
  handle: ({ body }) => runReconciliation(body.channelId, body.day),
});

export const payReconciliationEndpoints = [reconciliationPage, reconciliationGetDetail, reconciliationRun];
