import { recordOperation } from "#shared/domains/audit/index.js";
import { isQueueUsed } from "#shared/kernel/config/providers.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { storeNow } from "#shared/kernel/mongo/storeTime.js";
import { ProcessModel } from "#shared/kernel/process/process.model.js";
import { readProcesses, type SeenProcess } from "#shared/kernel/process/processes.js";
import { countReachableJobs } from "#shared/kernel/queue/jobCounts.js";
import { processErrors } from "./process.errors.js";
import { invalidateProcesses } from "./process.queries.js";

/**
 * Asks a process to end by itself, as on SIGTERM, so that its supervisor starts a fresh one. It learns of it with its next
 * report. Repeating is harmless: the first to ask is kept. ProcessNotFound, ProcessGone; LastWorkerOfQueues, LastCron and
 * LastApi until it is confirmed.
 */
export async function drainProcess(id: string, operatorId: number, isConfirmed: boolean): Promise<true> {
  const all = await readProcesses();
  const found = all.find(({ _id }) => _id === id);
  if (!found) throw processErrors.ProcessNotFound({ id });
  if (!found.live) throw processErrors.ProcessGone({ id });
  if (found.drain) return true;
  if (!isConfirmed) await refuseTheLast(found, all);
  await inTransaction(async () => {
    const drain = { operatorId, at: storeNow() };
    const { matchedCount } = await ProcessModel.updateOne({ _id: id, drain: null }, { $set: { drain } });
    // It has just ended, or somebody else has just asked.
    if (matchedCount === 0) return;
    const { kind, host, pid, queues } = found;
    await recordOperation({
      module: "infra",
      action: "process.drain",
      bizId: id,
      before: { draining: false },
      after: { draining: true, kind, host, pid, queues, isConfirmed },
    });
  });
  invalidateProcesses();
  return true;
}

/** Throws what waits until another process of its kind starts, if there is none now. */
async function refuseTheLast(process: SeenProcess, all: SeenProcess[]): Promise<void> {
  const others = all.filter(
    ({ _id, kind, live, drain }) => _id !== process._id && kind === process.kind && live && !drain,
  );
  if (process.kind !== "worker") {
    if (others.length > 0) return;
    throw process.kind === "cron" ? processErrors.LastCron() : processErrors.LastApi();
  }
  const alone = process.queues.filter(
    (queue) => isQueueUsed(queue) && !others.some(({ queues }) => queues.includes(queue)),
  );
  if (alone.length === 0) return;
  const counts = await countReachableJobs(alone);
  const count = [...counts.values()].reduce((sum, { waiting, prioritized }) => sum + waiting + prioritized, 0);
  throw processErrors.LastWorkerOfQueues({ queues: alone.join(", "), count });
}
