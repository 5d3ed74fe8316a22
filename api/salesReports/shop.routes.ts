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
  summary: "Returns the sales of a period and of each of its days, beside the preceding period of equal length",
  input: { query: TimesQuery },
  output: ProductAnalysisView,
  handle: ({ query }) => productAnalysis(query.times.from, query.times.to),
  view: productAnalysisView,
});

const productRankPage = endpoint({
  method: "get",
  path: `${BASE}/product/rank-page`,
  access: operator("statistics:product:query"),
  summary: "Ranks the products of a period by sortBy (default orderPayPrice), highest first",
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
  summary:
    "Returns the numbers of members who joined, ordered and paid in a period, beside the preceding period of equal length",
  input: { query: TimesQuery },
  output: MemberSummaryView,
  handle: ({ query }) => memberSummary(query.times.from, query.times.to),
  view: ({ value, reference }) => ({ value: memberTotalsView(value), reference: memberTotalsView(reference) }),
});

const memberAnalyse = endpoint({
  method: "get",
  path: `${BASE}/member/analyse`,
  access: operator("statistics:member:query"),
  summary:
    "Returns the members who joined in a period by day, by terminal and by province of their default address (0: none)",
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
  summary: "Returns the payments and refunds of a period by channel, beside the preceding period of equal length",
  input: { query: TimesQuery },
  output: PaySummaryView,
  handle: ({ query }) => paySummary(query.times.from, query.times.to),
  view: ({ value, reference }) => ({ value: payTotalsView(value), reference: payTotalsView(reference) }),
});

export const shopStatisticsEndpoints = [productAnalyse, productRankPage, memberSums, memberAnalyse, paySums];
