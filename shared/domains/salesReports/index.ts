export { flushVisits, recordBrowse, recordCart } from "./recordVisit.js";
export { tradeAnalysis, tradeDays, tradeSummary, type TradeAnalysis, type TradeTotals } from "./statistics.queries.js";
export { productAnalysis, rankProducts, type ProductAnalysis, type RankedProduct } from "./product.queries.js";
export { analyseNewMembers, memberSummary, type MemberTotals } from "./member.queries.js";
export { paySummary, type ChannelNumbers, type PayTotals } from "./pay.queries.js";
