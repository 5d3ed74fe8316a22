/** What scripts use that set up, fill and check a shop. */
export { compareLines } from "./reconciliation/reconcileLines.js";
