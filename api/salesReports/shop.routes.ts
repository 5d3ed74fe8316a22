import { endpoint, operator } from "#api/http/endpoint.js";
import {
  analyseNewMembers,
  memberSummary,
  paySummary,
  productAnalysis,
  rankProducts,
} from "#shared/domains/salesReports/index.js";
import {
  MemberSummaryView,
  NewMembersView,
  PaySummaryView,
  ProductAnalysisView,
  rankNames,
  RankPage,
  RankQuery,
} from "./shop.schemas.js";
import { memberTotalsView, payTotalsView, productAnalysisView, rankedProductView } from "./shop.views.js";
import { TimesQuery } from "./times.js";

const BASE = "/admin-api/statistics";

const productAnalyse = endpoint({
  method: "get",
  path: `${BASE}/product/analyse`,
  access: operator("statistics:product:query"),
  summary: "What was sold in a time, each day of it, and in the time of the same length right before",
  input: { query: TimesQuery },
  output: ProductAnalysisView,
  handle: ({ query }) => productAnalysis(query.times.from, query.times.to),
  view: productAnalysisView,
});

const productRankPage = endpoint({
  method: "get",
  path: `${BASE}/product/rank-page`,
  access: operator("statistics:product:query"),
  summary: "Products of a time, those first that have most of sortBy (default orderPayPrice)",
  input: { query: RankQuery },
  output: RankPage,
  handle: ({ query: { times, sortBy = "orderPayPrice", ...paging } }) =>
    rankProducts({ ...times, by: rankNames[sortBy] }, paging),
  view: ({ list, total }) => ({ list: list.map(rankedProductView), total }),
});

const memberSums = endpoint({
  method: "get",
  path: `${BASE}/member/summary`,
  access: operator("statistics:member:query"),
  summary: "Members who joined, ordered and paid in a time, and in the time of the same length right before",
  input: { query: TimesQuery },
  output: MemberSummaryView,
  handle: ({ query }) => memberSummary(query.times.from, query.times.to),
  view: ({ value, reference }) => ({ value: memberTotalsView(value), reference: memberTotalsView(reference) }),
});

const memberAnalyse = endpoint({
  method: "get",
  path: `${BASE}/member/analyse`,
  access: operator("statistics:member:query"),
  summary: "Who joined in a time: by day, by terminal, by province of their default address (0: none)",
  input: { query: TimesQuery },
  output: NewMembersView,
  handle: ({ query }) => analyseNewMembers(query.times.from, query.times.to),
  view: ({ days, terminals, areas }) => ({
    list: days.map(({ day, registerCount }) => ({ time: day, registerCount })),
    terminals: terminals.map(({ terminal, count }) => ({ terminal, userCount: count })),
    areas: areas.map(({ areaId, areaName, count }) => ({ areaId, areaName, userCount: count })),
  }),
});

const paySums = endpoint({
  method: "get",
  path: `${BASE}/pay/summary`,
  access: operator("statistics:pay:query"),
  summary: "Payments and refunds of a time, by channel, and of the time of the same length right before",
  input: { query: TimesQuery },
  output: PaySummaryView,
  handle: ({ query }) => paySummary(query.times.from, query.times.to),
  view: ({ value, reference }) => ({ value: payTotalsView(value), reference: payTotalsView(reference) }),
});

export const shopStatisticsEndpoints = [productAnalyse, productRankPage, memberSums, memberAnalyse, paySums];
