import type { QueryFilter } from "mongoose";
import { createdWithin, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, pageOfRows, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { AlertDeliveryModel, AlertModel, type AlertDeliveryDoc, type AlertDoc } from "./alert.model.js";
import { AlertRuleModel, type AlertKind, type AlertRuleDoc } from "./alertRule.model.js";
import { getAlertRule } from "./changeAlertRule.js";
import { AlertDeliveryStatus, AlertStatus } from "./alert.states.js";

/** unused: no delivery yet, or no address. failing: the last try failed. dead: the last delivery was abandoned. */
type WebhookState = "unused" | "works" | "failing" | "dead";
/** A rule with the state of its webhook. */
export type AlertRuleRow = AlertRuleDoc & { webhook: WebhookState; lastDelivery: AlertDeliveryDoc | null };

interface AlertRuleSearch {
  name?: string | undefined;
  kind?: AlertKind | undefined;
  queue?: QueueName | undefined;
  enabled?: boolean | undefined;
}

/** Rules, newest first; `name` matches a part of it. There are at most a hundred. */
export async function pageAlertRules(
  { name, kind, queue, enabled }: AlertRuleSearch,
  page: Page,
): Promise<PageOf<AlertRuleRow>> {
  const where: QueryFilter<AlertRuleDoc> = {
    ...(kind === undefined ? {} : { kind }),
    ...(queue === undefined ? {} : { queue }),
    ...(enabled === undefined ? {} : { enabled }),
  };
  const rules = await AlertRuleModel.find(where).sort({ createdAt: -1, _id: -1 }).lean<AlertRuleDoc[]>();
  const found = rules.filter((rule) => name === undefined || rule.name.includes(name));
  const { list, total } = pageOfRows(found, page);
  return { list: await Promise.all(list.map(withWebhook)), total };
}

/** Throws AlertRuleNotFound. */
export async function alertRuleRow(id: number): Promise<AlertRuleRow> {
  return withWebhook(await getAlertRule(id));
}

async function withWebhook(rule: AlertRuleDoc): Promise<AlertRuleRow> {
  const lastDelivery = await AlertDeliveryModel.findOne({ ruleId: rule._id, lastTryAt: { $gt: new Date(0) } })
    .sort({ lastTryAt: -1 })
    .lean<AlertDeliveryDoc>();
  return { ...rule, lastDelivery, webhook: webhookState(rule, lastDelivery) };
}

function webhookState({ webhookUrl }: AlertRuleDoc, last: AlertDeliveryDoc | null): WebhookState {
  if (webhookUrl === "" || !last) return "unused";
  return (
    {
      [AlertDeliveryStatus.waiting]: "failing",
      [AlertDeliveryStatus.delivered]: "works",
      [AlertDeliveryStatus.abandoned]: "dead",
    } as const
  )[last.status];
}

interface AlertSearch {
  ruleId?: number | undefined;
  kind?: AlertKind | undefined;
  queue?: QueueName | undefined;
  /** Firing or resolved. */
  status?: typeof AlertStatus.firing | typeof AlertStatus.resolved | undefined;
  acknowledged?: boolean | undefined;
  createTime?: TimeSpan | undefined;
}
/** An alert with what became of its deliveries, and its rule as it is now; null once deleted. */
export type AlertRow = AlertDoc & { deliveries: AlertDeliveryDoc[]; rule: AlertRuleDoc | null };

/** Alerts that fired, newest first, each with its deliveries. */
export async function pageAlerts(search: AlertSearch, page: Page): Promise<PageOf<AlertRow>> {
  const { ruleId, kind, queue, status, acknowledged, createTime } = search;
  const where: QueryFilter<AlertDoc> = {
    status: status ?? { $in: [AlertStatus.firing, AlertStatus.resolved] },
    ...(ruleId === undefined ? {} : { ruleId }),
    ...(kind === undefined ? {} : { kind }),
    ...(queue === undefined ? {} : { queue }),
    ...(acknowledged === undefined ? {} : { acknowledgedAt: acknowledged ? { $ne: null } : null }),
    ...createdWithin(createTime),
  };
  const { list: alerts, total } = await pageOf(AlertModel, where, page);
  const deliveries = await AlertDeliveryModel.find({ alertId: { $in: alerts.map(({ _id }) => _id) } })
    .sort({ _id: 1 })
    .lean<AlertDeliveryDoc[]>();
  const rules = await AlertRuleModel.find({ _id: { $in: alerts.map((alert) => alert.ruleId) } }).lean<AlertRuleDoc[]>();
  const list = alerts.map((alert) => ({
    ...alert,
    rule: rules.find(({ _id }) => _id === alert.ruleId) ?? null,
    deliveries: deliveries.filter(({ alertId }) => alertId === alert._id),
  }));
  return { list, total };
}
