import { ensureFirstOperator } from "#shared/domains/operator/ensureFirstOperator.js";
import { seedAlertRules } from "#shared/domains/operations/alert/seedAlertRules.js";
import { ensurePayApps } from "#shared/domains/pay/channel/ensurePayApps.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { config } from "#shared/kernel/config/config.js";
import { log } from "#shared/kernel/observability/log.js";

/** What any shop needs, production too: the first operator, pay apps, alert rules, delivery. Repeatable. */
export async function setUpShop(): Promise<Awaited<ReturnType<typeof seedDelivery>>> {
  if (config.OPERATOR_PASSWORD) await ensureFirstOperator(config.OPERATOR_USERNAME, config.OPERATOR_PASSWORD);
  else log.warn("no first operator: OPERATOR_PASSWORD is not set");
  await ensurePayApps();
  await seedAlertRules();
  return seedDelivery();
}
