/** What scripts use that set up, fill and check a shop. */
export { seedActivities } from "./seedActivities.js";
