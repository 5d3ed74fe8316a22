import { nextId } from "#shared/kernel/mongo/ids.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { AlertRuleModel, type AlertRuleDoc } from "./alertRule.model.js";

type Seeded = Pick<AlertRuleDoc, "name" | "kind" | "threshold" | "forSeconds">;

/** What queues.md promises, as rules, so that a broken promise is reported from the first start. */
const seeded: Seeded[] = [
  { name: "Jobs reach their queue late", kind: "overdue", threshold: 60, forSeconds: 30 },
  { name: "A backlog will not be relayed for ten minutes", kind: "catchUp", threshold: 600, forSeconds: 60 },
  { name: "Jobs that no process here knows", kind: "unknown", threshold: 0, forSeconds: 60 },
  { name: "An operator has held a job for a day", kind: "kept", threshold: 86_400, forSeconds: 0 },
  { name: "Redis lost jobs", kind: "healed", threshold: 0, forSeconds: 0 },
  { name: "Jobs are enqueued again and again", kind: "ranAgain", threshold: 1_000, forSeconds: 60 },
  { name: "The oldest job waits for minutes", kind: "age", threshold: 300, forSeconds: 60 },
  { name: "A worker is silent", kind: "silentWorker", threshold: 60, forSeconds: 60 },
  { name: "A schedule is late: is cron running?", kind: "lateSchedule", threshold: 60, forSeconds: 0 },
  { name: "A job fails over and over", kind: "failing", threshold: 600, forSeconds: 0 },
  { name: "An objective is missed far too often", kind: "burn", threshold: 14, forSeconds: 0 },
  { name: "Many tries fail", kind: "failures", threshold: 100, forSeconds: 60 },
  { name: "A webhook endpoint was switched off", kind: "webhookOff", threshold: 0, forSeconds: 0 },
  { name: "Dead letters wait for somebody", kind: "deadLetters", threshold: 10, forSeconds: 60 },
];

/** Rules for every queue, without a webhook. Only kinds of which no rule exists, not even a deleted one. */
export async function seedAlertRules(): Promise<void> {
  const existing = await withDeleted(AlertRuleModel.distinct("kind"));
  for (const rule of seeded.filter(({ kind }) => !existing.includes(kind)))
    await AlertRuleModel.create([
      { _id: await nextId("alertRules"), ...rule, queue: null, webhookUrl: "", secretBox: "", enabled: true },
    ]);
}
