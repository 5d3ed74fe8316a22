import { z } from "zod";
import {
  alertRuleRow,
  createAlertRule,
  deleteAlertRule,
  isSilenced,
  originOf,
  pageAlertRules,
  silenceRule,
  unsilenceRule,
  updateAlertRule,
  type AlertRuleInput,
  type AlertRuleRow,
} from "#shared/domains/operations/index.js";
import { OPERATE_QUEUES, READ_QUEUES } from "#api/operations/queues/queue.routes.js";
import { endpoint, operator, type OperatorActor } from "#api/http/endpoint.js";
import { epochMs, IdQuery, LongId } from "#api/http/fields.js";
import {
  AlertRuleCreateBody,
  AlertRulePage,
  AlertRulePageQuery,
  AlertRuleSilenceBody,
  AlertRuleUpdateBody,
  AlertRuleView,
} from "./alertRule.schemas.js";

const inputOf = (body: z.output<typeof AlertRuleCreateBody>): AlertRuleInput => ({
  name: body.name,
  kind: body.kind,
  queue: body.queue ?? null,
  threshold: body.threshold,
  forSeconds: body.forSeconds ?? 0,
  webhookUrl: body.webhookUrl ?? "",
  secret: body.secret ?? undefined,
  enabled: body.enabled ?? true,
  runbook: body.runbook ?? "",
});

/** Operators who may change rules see the whole address, others only its host. */
const asReadBy = ({ permissions }: OperatorActor, rule: AlertRuleRow): AlertRuleRow => {
  const mayOperate = permissions.includes("*") || permissions.includes(OPERATE_QUEUES);
  return mayOperate ? rule : { ...rule, webhookUrl: originOf(rule.webhookUrl) };
};

const alertRuleView = (rule: AlertRuleRow): z.input<typeof AlertRuleView> => ({
  id: rule._id,
  name: rule.name,
  kind: rule.kind,
  queue: rule.queue,
  threshold: rule.threshold,
  forSeconds: rule.forSeconds,
  webhookUrl: rule.webhookUrl,
  hasSecret: rule.secretBox !== "",
  enabled: rule.enabled,
  runbook: rule.runbook ?? "",
  silenceTime: isSilenced(rule) ? epochMs(rule.silencedUntil) : null,
  silenceReason: isSilenced(rule) ? (rule.silenceReason ?? "") : "",
  webhookState: rule.webhook,
  webhookTryTime: epochMs(rule.lastDelivery?.lastTryAt),
  webhookStatus: rule.lastDelivery?.lastStatus ?? null,
  webhookError: rule.lastDelivery?.lastError ?? "",
  createTime: rule.createdAt.getTime(),
});

const alertRuleCreate = endpoint({
  method: "post",
  path: "/admin-api/infra/alert-rule/create",
  access: operator(OPERATE_QUEUES),
  summary: "Creates an alert rule for one queue or each queue: age, failures, silent workers, depth or dead letters",
  input: { body: AlertRuleCreateBody },
  output: z.number(),
  idempotent: "after",
  handle: ({ body }) => createAlertRule(inputOf(body)),
});

const alertRuleUpdate = endpoint({
  method: "put",
  path: "/admin-api/infra/alert-rule/update",
  access: operator(OPERATE_QUEUES),
  summary: "Replaces an alert rule; its open alert continues under the new values",
  input: { body: AlertRuleUpdateBody },
  output: z.boolean(),
  handle: ({ body }) => updateAlertRule(body.id, inputOf(body)),
});

const alertRuleDelete = endpoint({
  method: "delete",
  path: "/admin-api/infra/alert-rule/delete",
  access: operator(OPERATE_QUEUES),
  summary: "Deletes an alert rule; its open alerts end without a notification and stay in the list of alerts",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deleteAlertRule(query.id),
});

const alertRuleSilence = endpoint({
  method: "put",
  path: "/admin-api/infra/alert-rule/silence",
  access: operator(OPERATE_QUEUES),
  summary:
    "Silences an alert rule until a moment within 30 days, with a reason: its alerts are listed, and delivered only if they last longer",
  input: { body: AlertRuleSilenceBody },
  output: z.boolean(),
  handle: ({ actor, body: { id, until, reason } }) =>
    silenceRule(actor.operatorId, id, { until: new Date(until), reason }),
});

const alertRuleUnsilence = endpoint({
  method: "put",
  path: "/admin-api/infra/alert-rule/unsilence",
  access: operator(OPERATE_QUEUES),
  summary: "Ends the silence of an alert rule; what fired meanwhile and still holds is delivered",
  input: { body: z.object({ id: LongId }) },
  output: z.boolean(),
  handle: ({ body }) => unsilenceRule(body.id),
});

const alertRuleGet = endpoint({
  method: "get",
  path: "/admin-api/infra/alert-rule/get",
  access: operator(READ_QUEUES),
  summary: "Returns an alert rule and the state of its webhook",
  input: { query: IdQuery },
  output: AlertRuleView,
  handle: async ({ actor, query }) => asReadBy(actor, await alertRuleRow(query.id)),
  view: alertRuleView,
});

const alertRulePage = endpoint({
  method: "get",
  path: "/admin-api/infra/alert-rule/page",
  access: operator(READ_QUEUES),
  summary: "Lists alert rules and the state of their webhooks, newest first",
  input: { query: AlertRulePageQuery },
  output: AlertRulePage,
  handle: async ({ actor, query }) => {
    const { list, total } = await pageAlertRules(query, query);
    return { list: list.map((rule) => asReadBy(actor, rule)), total };
  },
  view: ({ list, total }) => ({ list: list.map(alertRuleView), total }),
});

export const alertRuleEndpoints = [
  alertRuleCreate,
  alertRuleUpdate,
  alertRuleDelete,
  alertRuleSilence,
  alertRuleUnsilence,
  alertRuleGet,
  alertRulePage,
];
