export { acknowledgeAlert } from "./acknowledgeAlert.js";
export { alertRuleRow, pageAlertRules, pageAlerts, type AlertRow, type AlertRuleRow } from "./alert.queries.js";
export { alertKinds } from "./alertRule.model.js";
export { createAlertRule, deleteAlertRule, originOf, updateAlertRule, type AlertRuleInput } from "./changeAlertRule.js";
export { alertRecycling } from "./alert.recycling.js";
