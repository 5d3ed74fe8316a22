export { countTradeDay, countTradeDays } from "./countTradeDay.js";
export { countShopDay, countShopDays } from "./countShopDay.js";
export { countShopDaysJob, countTradeDaysJob } from "./statistics.jobs.js";
export { TradeDayModel, type TradeDayDoc } from "./tradeDay.model.js";
export { ProductDayModel } from "./productDay.model.js";
export { BuyerDayModel } from "./buyerDay.model.js";
export { MemberDayModel } from "./memberDay.model.js";
export { ProductVisitDayModel } from "./productVisit.models.js";
export { flushVisits, recordBrowse, recordCart } from "./recordVisit.js";
export { PayDayModel } from "./payDay.model.js";
export { tradeAnalysis, tradeDays, tradeSummary, type TradeAnalysis, type TradeTotals } from "./statistics.queries.js";
export {
  productAnalysis,
  productRanks,
  rankProducts,
  type ProductAnalysis,
  type ProductRank,
  type ProductSums,
  type RankedProduct,
} from "./product.queries.js";
export { analyseNewMembers, memberSummary, type MemberSummary, type MemberTotals } from "./member.queries.js";
export { paySummary, type ChannelNumbers, type PaySummary, type PayTotals } from "./pay.queries.js";
