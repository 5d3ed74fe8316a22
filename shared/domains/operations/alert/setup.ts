/** What scripts use that set up, fill and check a shop. */
export { seedAlertRules } from "./seedAlertRules.js";
