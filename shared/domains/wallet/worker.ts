/** For workers, which alone load it. */
export { creditRecharge } from "./creditRecharge.js";
export { closeMovedWallet, moveWallet } from "./moveWallet.js";
