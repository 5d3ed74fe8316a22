import { recycling, type Recycling } from "#shared/kernel/mongo/recycling.js";
import { AlertRuleModel } from "./alertRule.model.js";
import { refuseTooManyRules } from "./changeAlertRule.js";

export const alertRecycling: Recycling[] = [
  recycling({
    kind: "alert-rule",
    en: "Alert rule",
    zh: "告警规则",
    model: AlertRuleModel,
    named: "name",
    audit: ["infra", "alert-rule"],
    right: { query: "infra:queue:operate", restore: "infra:queue:operate" },
    check: refuseTooManyRules,
  }),
];
