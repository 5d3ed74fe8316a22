/** What workers may use, and what only they load. */
export { deliverAlert } from "./deliverAlert.js";
export { evaluateRules } from "./evaluateRules.js";
