export { acknowledgeAlert } from "./acknowledgeAlert.js";
export { alertErrors } from "./alert.errors.js";
export { deliverAlertJob, evaluateRulesJob } from "./alert.jobs.js";
export { AlertDeliveryModel, AlertModel, type AlertDeliveryDoc, type AlertDoc } from "./alert.model.js";
export { alertRuleRow, pageAlertRules, pageAlerts, type AlertRow, type AlertRuleRow } from "./alert.queries.js";
export { alertKinds, AlertRuleModel, type AlertKind, type AlertRuleDoc } from "./alertRule.model.js";
export { createAlertRule, deleteAlertRule, originOf, updateAlertRule, type AlertRuleInput } from "./changeAlertRule.js";
export { deliverAlert } from "./deliverAlert.js";
export { evaluateRules } from "./evaluateRules.js";
