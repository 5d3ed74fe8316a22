import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { IdQuery } from "#api/http/fields.js";
import { withOperators } from "#shared/domains/operator/index.js";
import { withMember, withMembers } from "#shared/domains/member/index.js";
import { anomalyInFull, closeAnomaly, pageAnomalies } from "#shared/domains/pay/index.js";
import { AnomalyCloseBody, AnomalyPage, AnomalyPageQuery, AnomalyView } from "./anomaly.schemas.js";
import { anomalyView } from "./anomaly.views.js";

const anomalyPage = endpoint({
  method: "get",
  path: "/admin-api/pay/anomaly/page",
  access: operator("pay:anomaly:query"),
  summary: "Lists payment anomalies, newest first: unexpected payments, failed refunds, differences to statements",
  input: { query: AnomalyPageQuery },
  output: AnomalyPage,
  handle: async ({ query }) => {
    const { list, total } = await pageAnomalies(query, query);
    return { list: await withOperators(await withMembers(list)), total };
  },
  view: ({ list, total }) => ({ list: list.map(anomalyView), total }),
});

const anomalyGet = endpoint({
  method: "get",
  path: "/admin-api/pay/anomaly/get",
  access: operator("pay:anomaly:query"),
  summary: "Returns an anomaly with its refund and how it was closed",
  input: { query: IdQuery },
  output: AnomalyView,
  handle: async ({ query }) => {
    const owned = await withMember(await anomalyInFull(query.id));
    return (await withOperators([owned]))[0]!;
  },
  view: anomalyView,
});

const anomalyClose = endpoint({
  method: "put",
  path: "/admin-api/pay/anomaly/close",
  access: operator("pay:anomaly:close"),
  summary: "Closes an open anomaly with a note",
  input: { body: AnomalyCloseBody },
  output: z.boolean(),
  idempotent: "transaction",
  handle: ({ body, actor }) => closeAnomaly(body.id, body.remark, actor.operatorId),
});

export const payAnomalyEndpoints = [anomalyPage, anomalyGet, anomalyClose];
