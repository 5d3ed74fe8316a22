/** What workers may use, and what only they load. */
export { creditPaidRecharge } from "./creditPaidRecharge.js";
export { finishRechargeRefund } from "./finishRechargeRefund.js";
export { rechargeNumbers } from "./rechargeNumbers.js";
