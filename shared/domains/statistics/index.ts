export { countTradeDay, countTradeDays } from "./countTradeDay.js";
export { countTradeDaysJob } from "./statistics.jobs.js";
export { TradeDayModel, type TradeDayDoc } from "./tradeDay.model.js";
export { tradeAnalysis, tradeDays, tradeSummary, type TradeAnalysis, type TradeTotals } from "./statistics.queries.js";
