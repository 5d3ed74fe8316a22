/** What scripts use that set up, fill and check a shop. */
export { hashOperation } from "./hashOperation.js";
