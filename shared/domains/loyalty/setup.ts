/** What scripts use that set up, fill and check a shop. */
export { seedLoyalty } from "./seedLoyalty.js";
