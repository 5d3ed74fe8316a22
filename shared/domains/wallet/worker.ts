/** For workers, which alone load it. */
export { creditRecharge } from "./creditRecharge.js";
