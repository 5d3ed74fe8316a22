/** What scripts use that set up, fill and check a shop. */
export { seedRechargePackages } from "./seedRechargePackages.js";
