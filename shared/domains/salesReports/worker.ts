/** What workers may use, and what only they load. */
export { countTradeDays } from "./countTradeDay.js";
export { countShopDays } from "./countShopDay.js";
