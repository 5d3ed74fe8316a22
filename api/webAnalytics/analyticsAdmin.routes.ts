import { defaultFunnel, pageVisits, readFunnel, readTraffic, readPaths } from "#shared/domains/webAnalytics/index.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import {
  FunnelQuery,
  FunnelView,
  PathQuery,
  PathView,
  timeOf,
  TrafficQuery,
  TrafficView,
  VisitPageQuery,
  VisitPageView,
} from "./analyticsAdmin.schemas.js";
import { funnelView, pathView, trafficView, visitView } from "./analyticsAdmin.views.js";

const mayQuery = operator("website:analytics:query");

const pv = endpoint({
  method: "get",
  path: "/admin-api/website/analytics/pv",
  access: mayQuery,
  summary: "Returns visits by day or hour, with their pages, sources, devices and actions",
  input: { query: TrafficQuery },
  output: TrafficView,
  handle: ({ query }) => readTraffic(query.unit ?? "day", timeOf(query.createTime)),
  view: trafficView,
});

const event = endpoint({
  method: "get",
  path: "/admin-api/website/analytics/event",
  access: mayQuery,
  summary: "Lists collected events, including page views, newest first",
  input: { query: VisitPageQuery },
  output: VisitPageView,
  handle: ({ query: { userId, createTime, ...query } }) =>
    pageVisits({ ...query, memberId: userId, between: createTime }),
  view: ({ list, total }) => ({ list: list.map(visitView), total }),
});

const path = endpoint({
  method: "get",
  path: "/admin-api/website/analytics/path",
  access: mayQuery,
  summary: "Returns paths through the pages, conversions and the time spent on pages",
  input: { query: PathQuery },
  output: PathView,
  handle: ({ query }) => readPaths(timeOf(query.createTime)),
  view: pathView,
});

const funnel = endpoint({
  method: "get",
  path: "/admin-api/website/analytics/funnel",
  access: mayQuery,
  summary: "Counts the visitors who did the steps in order",
  input: { query: FunnelQuery },
  output: FunnelView,
  handle: ({ query }) => readFunnel(query.steps ?? defaultFunnel, timeOf(query.createTime)),
  view: funnelView,
});

export const analyticsAdminEndpoints = [pv, event, path, funnel];
