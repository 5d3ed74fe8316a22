/** What scripts use that set up, fill and check a shop. */
export { seedPromotions } from "./seedPromotions.js";
export { seedPlaced } from "./placed/seedPlaced.js";
