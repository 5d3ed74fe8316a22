import { defineErrors } from "#shared/kernel/request/errors.js";

export const alertErrors = defineErrors("alert", {
  AlertRuleNotFound: { code: 1001008010, en: "Alert rule {id} does not exist", zh: "告警规则 {id} 不存在" },
  TooManyAlertRules: { code: 1001008011, en: "There are {most} alert rules already", zh: "告警规则已达 {most} 条上限" },
  AlertNotFound: { code: 1001008012, en: "Alert {id} does not exist", zh: "告警 {id} 不存在" },
});
