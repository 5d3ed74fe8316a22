/** What workers may use, and what only they load. */
export { sweepPictures } from "./sweepPictures.js";
export { deliverAlert, deliverWaitingAlerts } from "./alert/deliverAlert.js";
export { evaluateRules } from "./alert/evaluateRules.js";
