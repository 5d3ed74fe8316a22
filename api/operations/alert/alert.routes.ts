import { z } from "zod";
import { operatorNames } from "#shared/domains/operator/index.js";
import { acknowledgeAlert, adviceOn, pageAlerts, type AlertRow } from "#shared/domains/operations/index.js";
import { objectiveNames } from "#shared/kernel/observability/objectives.js";
import { OPERATE_QUEUES, READ_QUEUES } from "#api/operations/queues/queue.routes.js";
import { QueueNameField } from "#api/operations/queues/queue.schemas.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import {
  DateRange,
  epochMs,
  LongId,
  longOf,
  optional,
  pageInput,
  pageOf,
  QueryBoolean,
  text,
  Time,
} from "#api/http/fields.js";
import { AlertStatus } from "#shared/domains/operations/alert/alert.states.js";
import { AlertKindField } from "./alertRule.schemas.js";

const AlertPageQuery = pageInput({
  ruleId: optional(LongId),
  kind: optional(AlertKindField),
  queue: optional(QueueNameField),
  /** 10 firing, 20 resolved. */
  status: optional(longOf([AlertStatus.firing, AlertStatus.resolved])),
  acknowledged: optional(QueryBoolean),
  createTime: DateRange,
});

const AlertView = z.object({
  id: z.number(),
  ruleId: z.number(),
  name: z.string(),
  kind: AlertKindField,
  queue: z.string(),
  /** The missed objective, for kind burn. */
  objective: z.enum(objectiveNames).nullable(),
  /** What to do about it. */
  todo: z.object({ en: z.string(), zh: z.string() }),
  threshold: z.number(),
  /** The last value, and the maximum. */
  value: z.number(),
  peak: z.number(),
  status: z.number(),
  beginTime: Time,
  fireTime: Time.nullable(),
  resolveTime: Time.nullable(),
  acknowledgeTime: Time.nullable(),
  acknowledgeOperatorId: z.number().nullable(),
  /** The operator's current name; null also once deleted. */
  acknowledgeOperatorName: z.string().nullable(),
  remark: z.string(),
  deliveries: z.array(
    z.object({
      event: z.enum(["firing", "resolved"]),
      /** 0 waits for its next try, 10 delivered, 20 abandoned. */
      status: z.number(),
      tries: z.number(),
      tryTime: Time.nullable(),
      httpStatus: z.number().nullable(),
      error: z.string(),
    }),
  ),
});

const alertView = (alert: AlertRow, names: Map<number, string>): z.input<typeof AlertView> => ({
  id: alert._id,
  ruleId: alert.ruleId,
  name: alert.name,
  kind: alert.kind,
  queue: alert.queue,
  objective: alert.objective ?? null,
  todo: adviceOn(alert.kind, alert.objective),
  threshold: alert.threshold,
  value: alert.value,
  peak: alert.peak,
  status: alert.status,
  beginTime: alert.beganAt.getTime(),
  fireTime: epochMs(alert.firedAt),
  resolveTime: epochMs(alert.resolvedAt),
  acknowledgeTime: epochMs(alert.acknowledgedAt),
  acknowledgeOperatorId: alert.acknowledgedBy,
  acknowledgeOperatorName: alert.acknowledgedBy === null ? null : (names.get(alert.acknowledgedBy) ?? null),
  remark: alert.remark,
  deliveries: alert.deliveries.map(({ event, status, tries, lastTryAt, lastStatus, lastError }) => ({
    event,
    status,
    tries,
    tryTime: epochMs(lastTryAt),
    httpStatus: lastStatus,
    error: lastError,
  })),
});

const alertPage = endpoint({
  method: "get",
  path: "/admin-api/infra/alert/page",
  access: operator(READ_QUEUES),
  summary:
    "Lists fired alerts of the last 90 days, newest first, with their acknowledgement and the outcome of their deliveries",
  input: { query: AlertPageQuery },
  output: pageOf(AlertView),
  handle: async ({ query }) => {
    const page = await pageAlerts(query, query);
    return { ...page, names: await operatorNames(page.list.map(({ acknowledgedBy }) => acknowledgedBy)) };
  },
  view: ({ list, total, names }) => ({ list: list.map((alert) => alertView(alert, names)), total }),
});

const alertAcknowledge = endpoint({
  method: "put",
  path: "/admin-api/infra/alert/acknowledge",
  access: operator(OPERATE_QUEUES),
  summary: "Acknowledges an alert; the first acknowledgement is kept",
  input: { body: z.object({ id: LongId, remark: optional(text(200)) }) },
  output: z.boolean(),
  handle: ({ actor, body: { id, remark = "" } }) => acknowledgeAlert(actor.operatorId, id, remark),
});

export const alertEndpoints = [alertPage, alertAcknowledge];
