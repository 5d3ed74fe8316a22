import { recordOperation } from "#shared/domains/audit/index.js";
import { isQueueUsed } from "#shared/kernel/config/providers.js";
import { holdingRow, inTransaction } from "#shared/kernel/mongo/mongo.js";
import { storeNow } from "#shared/kernel/mongo/storeTime.js";
import { ProcessModel } from "#shared/kernel/process/process.model.js";
import { readProcesses, type SeenProcess } from "#shared/kernel/process/processes.js";
import { countReachableJobs } from "#shared/kernel/queue/jobCounts.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { processErrors } from "./process.errors.js";
import { invalidateProcesses } from "./process.queries.js";

/**
 * Asks a process to end by itself, as on SIGTERM, so that its supervisor starts a fresh one. It learns of it with its next
 * report. Repeating is harmless: the first to ask is kept. ProcessNotFound, ProcessGone; LastWorkerOfQueues, LastCron and
 * LastApi until it is confirmed.
 */
export async function drainProcess(id: string, operatorId: number, isConfirmed: boolean): Promise<true> {
  const unserved = await inTransaction(() => askToEnd(id, operatorId, isConfirmed));
  // Redis is asked outside the transaction.
  if (unserved.length > 0) throw await lastWorkerOf(unserved);
  invalidateProcesses();
  return true;
}

/** The queues that no other worker takes, for which it asks nothing; none: it has asked, or somebody had before. */
async function askToEnd(id: string, operatorId: number, isConfirmed: boolean): Promise<QueueName[]> {
  const all = await readProcesses();
  const found = all.find(({ _id }) => _id === id);
  if (!found) throw processErrors.ProcessNotFound({ id });
  if (!found.live) throw processErrors.ProcessGone({ id });
  if (found.drain) return [];
  if (!isConfirmed) {
    const others = all.filter(({ _id, kind, live, drain }) => _id !== id && kind === found.kind && live && !drain);
    const unserved = unservedWithout(found, others);
    if (unserved.length > 0) return unserved;
    // Whoever asks one of these to end at the same moment writes its row: one of the two decides again, with the other gone.
    await ProcessModel.updateMany({ _id: { $in: others.map(({ _id }) => _id) } }, holdingRow);
  }
  const drain = { operatorId, at: storeNow() };
  const { matchedCount } = await ProcessModel.updateOne({ _id: id, drain: null }, { $set: { drain } });
  // It has just ended.
  if (matchedCount === 0) return [];
  const { kind, host, pid, queues } = found;
  await recordOperation({
    module: "infra",
    action: "process.drain",
    bizId: id,
    before: { draining: false },
    after: { draining: true, kind, host, pid, queues, isConfirmed },
  });
  return [];
}

/** The queues that only this worker takes; throws for the last process of another kind. */
function unservedWithout({ kind, queues }: SeenProcess, others: SeenProcess[]): QueueName[] {
  if (kind === "worker")
    return queues.filter((queue) => isQueueUsed(queue) && !others.some((other) => other.queues.includes(queue)));
  if (others.length > 0) return [];
  throw kind === "cron" ? processErrors.LastCron() : processErrors.LastApi();
}

async function lastWorkerOf(queues: QueueName[]): Promise<Error> {
  const counts = await countReachableJobs(queues);
  const count = [...counts.values()].reduce((sum, { waiting, prioritized }) => sum + waiting + prioritized, 0);
  return processErrors.LastWorkerOfQueues({ queues: queues.join(", "), count });
}
