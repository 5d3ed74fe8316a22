/** What workers may use, and what only they load. */
export { creditRecharge } from "./creditRecharge.js";
