/** For workers, which alone load it. */
export { creditPaidRecharge } from "./creditPaidRecharge.js";
export { finishRechargeRefund } from "./finishRechargeRefund.js";
export { rechargeNumbers } from "./rechargeNumbers.js";
