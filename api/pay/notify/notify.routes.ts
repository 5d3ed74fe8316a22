import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { IdQuery } from "#api/http/fields.js";
import { whyView } from "#api/operations/why.views.js";
import { whyOfDelivery } from "#shared/domains/operations/index.js";
import { notifyWithTries, pageNotifyTasks, replayNotifies, replayNotify } from "#shared/domains/pay/index.js";
import {
  NotifyDetail,
  NotifyPage,
  NotifyPageQuery,
  NotifyReplayAllBody,
  NotifyReplayBody,
  NotifyReplayed,
} from "./notify.schemas.js";
import { notifyDetail, notifyView } from "./notify.views.js";
import { byPayOrder } from "../numbers.js";

const notifyPage = endpoint({
  method: "get",
  path: "/admin-api/pay/notify/page",
  access: operator("pay:notify:query"),
  summary: "Lists deliveries to merchants, newest first",
  input: { query: NotifyPageQuery },
  output: NotifyPage,
  handle: async ({ query }) => pageNotifyTasks(await byPayOrder(query), query),
  view: ({ list, total }) => ({ list: list.map(notifyView), total }),
});

const notifyGetDetail = endpoint({
  method: "get",
  path: "/admin-api/pay/notify/get-detail",
  access: operator("pay:notify:query"),
  summary: "Returns a delivery: why it is where it is, and each of its tries",
  input: { query: IdQuery },
  output: NotifyDetail,
  handle: async ({ query, actor }) => {
    const { task, tries } = await notifyWithTries(query.id);
    return { task, tries, why: whyView(await whyOfDelivery(task), actor) };
  },
  view: notifyDetail,
});

const notifyReplay = endpoint({
  method: "post",
  path: "/admin-api/pay/notify/replay",
  access: operator("pay:notify:replay"),
  summary:
    "Replays a delivery immediately: from its current step if it is still being tried, else from the first; url: current uses the app's current address",
  input: { body: NotifyReplayBody },
  output: z.boolean(),
  handle: ({ body }) => replayNotify(body.id, { toCurrentUrl: body.url === "current" }),
});

const notifyReplayAll = endpoint({
  method: "post",
  path: "/admin-api/pay/notify/replay-all",
  access: operator("pay:notify:replay"),
  summary: "Replays all deliveries of a filter, at most 2,000: abandoned or delivered ones (status 10)",
  input: { body: NotifyReplayAllBody },
  output: NotifyReplayed,
  handle: ({ body }) => replayNotifies(body),
});

export const notifyEndpoints = [notifyPage, notifyGetDetail, notifyReplay, notifyReplayAll];
