import { latestOperation } from "#shared/domains/audit/index.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";

/** At the console, or on the queues' pages, there for all queues at once too. */
const pauses = [{ action: "queue.pause" }, { action: "queue.board", "after.act": "pause" }];

/** Who paused a queue last, by the audit log, and when. */
export async function pausedBy(name: QueueName): Promise<{ operatorId: number; at: Date } | null> {
  const act = await latestOperation([name, "all queues"], pauses);
  return act && act.operatorId !== null ? { operatorId: act.operatorId, at: act.createdAt } : null;
}
