import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";

/**
 * What a rule measures: age, the seconds that the oldest job has waited; failures, the failed tries of the last five
 * minutes; silentWorker, workers that take nothing for `threshold` seconds while jobs wait or that stopped reporting,
 * or no worker at all; depth, the waiting jobs; deadLetters, the open ones; overdue, the seconds that a job is late on
 * its way to the queue; catchUp, the seconds that the walk needs for late jobs at its rate of the last five minutes;
 * unknown, jobs that no process here knows; kept, the seconds that an operator has held a job; healed, jobs of the last
 * five minutes that Redis had lost; ranAgain, those that ran once more, as they were enqueued again while open;
 * lateSchedule, the seconds that the next tick of a recurring job is late; failing, the seconds since the first try of
 * a job that has failed ever since; burn, how many times too fast an objective's monthly error budget is used up, in
 * both the last hour and the last five minutes; webhookOff, endpoints of third parties that are off as they had failed for
 * days (of the queue notify).
 */
export const alertKinds = [
  "age",
  "failures",
  "silentWorker",
  "depth",
  "deadLetters",
  "overdue",
  "catchUp",
  "unknown",
  "kept",
  "healed",
  "ranAgain",
  "lateSchedule",
  "failing",
  "burn",
  "webhookOff",
] as const;
export type AlertKind = (typeof alertKinds)[number];

export interface AlertRuleDoc {
  _id: number;
  name: string;
  kind: AlertKind;
  /** Null: every queue, each by itself. */
  queue: QueueName | null;
  /** Values above it break the rule. */
  threshold: number;
  /** How long the rule must be broken before the alert fires, and hold before the alert ends. */
  forSeconds: number;
  /** "": alerts are only listed. */
  webhookUrl: string;
  /** `whsec_...`, encrypted; "": deliveries are not signed. */
  secretBox: string;
  enabled: boolean;
  /** What to do when it fires, in one line: often an address. Absent on older rows. */
  runbook?: string;
  /** Until then it is evaluated and listed, but not delivered; null or absent: it speaks. */
  silencedUntil?: Date | null;
  silenceReason?: string;
  silencedBy?: number | null;
  createdAt: Date;
  updatedAt: Date;
}

export const AlertRuleModel = defineModel<AlertRuleDoc>(
  "alertRules",
  {
    name: { type: String, required: true },
    kind: { type: String, enum: alertKinds, required: true },
    queue: { type: String, default: null },
    threshold: { type: Number, required: true },
    forSeconds: { type: Number, required: true },
    webhookUrl: { type: String, default: "" },
    secretBox: { type: String, default: "" },
    enabled: { type: Boolean, required: true },
    runbook: { type: String, default: "" },
    silencedUntil: { type: Date, default: null },
    silenceReason: { type: String, default: "" },
    silencedBy: { type: Number, default: null },
  },
  { logicalDelete: true, indexes: [[{ createdAt: -1, _id: -1 }]] },
);
