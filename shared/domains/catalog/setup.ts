/** What scripts use that set up, fill and check a shop. */
export { ensureProperty } from "./property/ensureProperty.js";
