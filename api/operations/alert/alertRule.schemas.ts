import { z } from "zod";
import { alertKinds } from "#shared/domains/operations/index.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import {
  Instant,
  Long,
  LongId,
  nameText,
  optional,
  pageInput,
  pageOf,
  QueryBoolean,
  text,
  Time,
} from "#api/http/fields.js";

export const AlertKindField = z.enum(alertKinds);
const Queue = z.enum(queueNames);
/** Canaries come every 30 s, so a worker without one for less is not silent. */
const SHORTEST_SILENCE = 60;

const fields = {
  name: nameText(60),
  kind: AlertKindField,
  /** Missing: each queue separately. */
  queue: optional(Queue),
  /** age, silentWorker, overdue, catchUp, kept, lateSchedule, failing: seconds; burn: times; failures, healed, ranAgain: in five minutes; depth, deadLetters, unknown, webhookOff: how many. */
  threshold: Long.pipe(z.number().min(0).max(1_000_000_000)),
  forSeconds: optional(Long.pipe(z.number().min(0).max(86_400))),
  webhookUrl: optional(z.string().trim().max(500)),
  /** Signs deliveries as Standard Webhooks require; never shown again. Updates: missing keeps it, "" removes it. */
  secret: z
    .string()
    .regex(/^(whsec_[A-Za-z0-9+/]{32,200}={0,2})?$/, "must be whsec_ and the base64 of 24 bytes or more")
    .nullish(),
  enabled: optional(z.boolean()),
  /** What to do when it fires, in one line; shown with its alerts and sent with them. */
  runbook: optional(text(300)),
};
const isPatient = ({ kind, threshold }: { kind: string; threshold: number }): boolean =>
  kind !== "silentWorker" || threshold >= SHORTEST_SILENCE;
const impatient = { path: ["threshold"], error: `must be at least ${SHORTEST_SILENCE} seconds for silentWorker` };

export const AlertRuleCreateBody = z.object(fields).refine(isPatient, impatient);
export const AlertRuleUpdateBody = z.object({ id: LongId, ...fields }).refine(isPatient, impatient);

export const AlertRuleSilenceBody = z.object({
  id: LongId,
  /** Within 30 days. */
  until: Instant,
  reason: text(200, 1),
});

export const AlertRulePageQuery = pageInput({
  name: optional(text(60)),
  kind: optional(AlertKindField),
  queue: optional(Queue),
  enabled: optional(QueryBoolean),
});

export const AlertRuleView = z.object({
  id: z.number(),
  name: z.string(),
  kind: AlertKindField,
  queue: z.string().nullable(),
  threshold: z.number(),
  forSeconds: z.number(),
  webhookUrl: z.string(),
  hasSecret: z.boolean(),
  enabled: z.boolean(),
  runbook: z.string(),
  /** Until when it is silenced, and why; null: it speaks. */
  silenceTime: Time.nullable(),
  silenceReason: z.string(),
  /** unused, works, failing (its last try failed, others follow) or dead (its last message was abandoned). */
  webhookState: z.enum(["unused", "works", "failing", "dead"]),
  webhookTryTime: Time.nullable(),
  webhookStatus: z.number().nullable(),
  webhookError: z.string(),
  createTime: Time,
});
export const AlertRulePage = pageOf(AlertRuleView);
