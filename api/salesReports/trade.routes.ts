import { endpoint, operator } from "#api/http/endpoint.js";
import { tradeAnalysis, tradeDays, tradeSummary } from "#shared/domains/salesReports/index.js";
import { waitingOrders } from "#shared/domains/trade/index.js";
import { TimesQuery } from "./times.js";
import { OrderCounts, TradeAnalysisView, TradeDays, TradeSummaryView } from "./trade.schemas.js";
import { analysisView, totalsView } from "./trade.views.js";

const access = operator("statistics:trade:query");

const summary = endpoint({
  method: "get",
  path: "/admin-api/statistics/trade/summary",
  access,
  summary:
    "Returns today beside yesterday and this month beside the last; updated every minute, without the last two minutes",
  output: TradeSummaryView,
  handle: () => tradeSummary(),
  view: ({ today, month }) => ({ today: analysisView(today), month: analysisView(month) }),
});

const analyse = endpoint({
  method: "get",
  path: "/admin-api/statistics/trade/analyse",
  access,
  summary: "Returns the sums of a period, beside the preceding period of equal length",
  input: { query: TimesQuery },
  output: TradeAnalysisView,
  handle: ({ query }) => tradeAnalysis(query.times.from, query.times.to),
  view: analysisView,
});

const list = endpoint({
  method: "get",
  path: "/admin-api/statistics/trade/list",
  access,
  summary: "Lists each day of a period, oldest first",
  input: { query: TimesQuery },
  output: TradeDays,
  handle: ({ query }) => tradeDays(query.times.from, query.times.to),
  view: (rows) => rows.map((row) => ({ time: row.day, ...totalsView(row) })),
});

const orderCount = endpoint({
  method: "get",
  path: "/admin-api/statistics/trade/order-count",
  access,
  summary: "Counts what waits for an operator: orders to ship, orders to pick up, after-sales applied for",
  output: OrderCounts,
  handle: () => waitingOrders(),
});

export const tradeStatisticsEndpoints = [summary, analyse, list, orderCount];
