import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";

/**
 * What a rule looks at: age, the seconds that the oldest job waits; failures, the failed tries of the last five minutes;
 * silentWorker, workers that take nothing for `threshold` seconds while work waits or went without a word, or no worker
 * at all; depth, the jobs that wait; deadLetters, the open ones; overdue, the seconds that a job is late on its way to the
 * queue; catchUp, the seconds that the walk needs for those that are late, as fast as it was in the last five minutes;
 * unknown, jobs that no process here knows; kept, the seconds that an operator has kept a job back; healed, jobs of the last
 * five minutes that Redis had lost; ranAgain, those that ran once more, as they were enqueued again while they were open;
 * lateSchedule, the seconds that the next tick of a recurring job is late; failing, the seconds since the first try of a job
 * that has failed ever since; burn, how many times too fast the misses that an objective may have in a month are used up, in
 * the last hour and the last five minutes alike.
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
] as const;
export type AlertKind = (typeof alertKinds)[number];

export interface AlertRuleDoc {
  _id: number;
  name: string;
  kind: AlertKind;
  /** Null: each queue for itself. */
  queue: QueueName | null;
  /** Beyond it the rule is broken. */
  threshold: number;
  /** It must be so for as long before it is told, and not be so for as long before it is over. */
  forSeconds: number;
  /** "": nobody is told, the list of alerts alone. */
  webhookUrl: string;
  /** `whsec_...`, encrypted; "": deliveries are not signed. */
  secretBox: string;
  enabled: boolean;
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
  },
  { logicalDelete: true, indexes: [[{ createdAt: -1, _id: -1 }]] },
);
