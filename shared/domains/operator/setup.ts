/** What scripts use that set up, fill and check a shop. */
export { ensureFirstOperator } from "./ensureFirstOperator.js";
