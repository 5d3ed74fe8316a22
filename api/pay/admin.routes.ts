import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { IdQuery } from "#api/http/fields.js";
import {
  notifyWithTries,
  pageAnomalies,
  pageNotifyTasks,
  payAppWithSecret,
  replayNotify,
} from "#shared/domains/pay/index.js";
import {
  AnomalyPage,
  AnomalyPageQuery,
  NotifyDetail,
  NotifyPage,
  NotifyPageQuery,
  PayAppView,
} from "./admin.schemas.js";
import { anomalyView, notifyDetail, notifyView, payAppView } from "./admin.views.js";

const notifyPage = endpoint({
  method: "get",
  path: "/admin-api/pay/notify/page",
  access: operator("pay:notify:query"),
  summary: "Deliveries to merchants, newest first",
  input: { query: NotifyPageQuery },
  output: NotifyPage,
  handle: ({ query }) => pageNotifyTasks(query, query),
  view: ({ list, total }) => ({ list: list.map(notifyView), total }),
});

const notifyGetDetail = endpoint({
  method: "get",
  path: "/admin-api/pay/notify/get-detail",
  access: operator("pay:notify:query"),
  summary: "A delivery with each of its tries",
  input: { query: IdQuery },
  output: NotifyDetail,
  handle: ({ query }) => notifyWithTries(query.id),
  view: notifyDetail,
});

const notifyReplay = endpoint({
  method: "post",
  path: "/admin-api/pay/notify/replay",
  access: operator("pay:notify:replay"),
  summary: "Delivers again, from the first step of the ladder",
  input: { body: IdQuery },
  output: z.boolean(),
  handle: ({ body }) => replayNotify(body.id),
});

const appGet = endpoint({
  method: "get",
  path: "/admin-api/pay/app/get",
  access: operator("pay:app:query"),
  summary: "A pay app with the secret that signs its notifications",
  input: { query: IdQuery },
  output: PayAppView,
  handle: ({ query }) => payAppWithSecret(query.id),
  view: payAppView,
});

const anomalyPage = endpoint({
  method: "get",
  path: "/admin-api/pay/anomaly/page",
  access: operator("pay:anomaly:query"),
  summary: "Money that came as it should not have, and refunds that failed",
  input: { query: AnomalyPageQuery },
  output: AnomalyPage,
  handle: ({ query }) => pageAnomalies(query, query),
  view: ({ list, total }) => ({ list: list.map(anomalyView), total }),
});

export const payAdminEndpoints = [notifyPage, notifyGetDetail, notifyReplay, appGet, anomalyPage];
