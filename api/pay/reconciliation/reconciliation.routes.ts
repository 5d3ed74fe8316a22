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
  summary: "Lists reconciliations of the providers' statements, newest day first",
  input: { query: ReconciliationPageQuery },
  output: ReconciliationPage,
  handle: ({ query }) => pageReconciliations(query, query),
  view: ({ list, total }) => ({ list: list.map(reconciliationView), total }),
});

const reconciliationGetDetail = endpoint({
  method: "get",
  path: "/admin-api/pay/reconciliation/get-detail",
  access: operator("pay:reconciliation:query"),
  summary: "Returns a reconciliation with a page of its differences, open ones first",
  input: { query: ReconciliationDetailQuery },
  output: ReconciliationDetail,
  handle: ({ query }) => reconciliationInFull(query.id, query, query),
  view: reconciliationDetail,
});

const reconciliationRun = endpoint({
  method: "post",
  path: "/admin-api/pay/reconciliation/run",
  access: operator("pay:reconciliation:run"),
  summary: "Reconciles a day of a channel (again) and returns the ids, one per merchant that was paid on that day",
  input: { body: ReconciliationRunBody },
  output: z.array(z.number()),
  idempotent: "transaction",
  handle: ({ body }) => runReconciliation(body.channelId, body.day),
});

export const payReconciliationEndpoints = [reconciliationPage, reconciliationGetDetail, reconciliationRun];
