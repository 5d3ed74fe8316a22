import { z } from "zod";
import { adviceOn, isSilenced, type AlertRow } from "#shared/domains/operations/index.js";
import { AlertStatus } from "#shared/domains/operations/alert/alert.states.js";
import { objectiveNames } from "#shared/kernel/observability/objectives.js";
import { QueueNameField } from "#api/operations/queues/queue.schemas.js";
import { DateRange, epochMs, LongId, longOf, optional, pageInput, QueryBoolean, Time } from "#api/http/fields.js";
import { AlertKindField } from "./alertRule.schemas.js";

export const AlertPageQuery = pageInput({
  ruleId: optional(LongId),
  kind: optional(AlertKindField),
  queue: optional(QueueNameField),
  /** 10 firing, 20 resolved. */
  status: optional(longOf([AlertStatus.firing, AlertStatus.resolved])),
  acknowledged: optional(QueryBoolean),
  createTime: DateRange,
});

export const AlertView = z.object({
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
  /** What to do, as an operator has written it for the rule. */
  runbook: z.string(),
  /** Until when the rule is silenced, why and by whom; null: it speaks. */
  silenceTime: Time.nullable(),
  silenceReason: z.string(),
  silenceOperatorName: z.string().nullable(),
  /** Who was told. */
  deliveries: z.array(
    z.object({
      event: z.enum(["firing", "resolved"]),
      /** 0 waits for its next try, 10 delivered, 20 abandoned. */
      status: z.number(),
      tries: z.number(),
      tryTime: Time.nullable(),
      /** The receiver's address without its path; "" before the first try. */
      to: z.string(),
      httpStatus: z.number().nullable(),
      error: z.string(),
    }),
  ),
});

export const alertView = (alert: AlertRow, names: Map<number, string>): z.input<typeof AlertView> => ({
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
  runbook: alert.rule?.runbook ?? "",
  silenceTime: alert.rule && isSilenced(alert.rule) ? epochMs(alert.rule.silencedUntil) : null,
  silenceReason: alert.rule?.silenceReason ?? "",
  silenceOperatorName: names.get(alert.rule?.silencedBy ?? 0) ?? null,
  deliveries: alert.deliveries.map(({ event, status, tries, to = "", lastTryAt, lastStatus, lastError }) => ({
    event,
    status,
    tries,
    tryTime: epochMs(lastTryAt),
    to,
    httpStatus: lastStatus,
    error: lastError,
  })),
});
