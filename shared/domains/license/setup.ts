/** What scripts use that set up, fill and check a shop. */
export { seedLicenses } from "./seedLicenses.js";
