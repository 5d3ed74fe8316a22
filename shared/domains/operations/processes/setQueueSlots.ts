import { recordOperation } from "#shared/domains/audit/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { sharedMs, storeNow } from "#shared/kernel/mongo/storeTime.js";
import { LIVE_MS, ProcessModel, type ProcessReport } from "#shared/kernel/process/process.model.js";
import { QueueSlotsModel, type QueueSlots } from "#shared/kernel/process/queueSlots.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { processErrors } from "./process.errors.js";
import { invalidateProcesses } from "./process.queries.js";

/** null slots: as all processes have them for one process, and as each is configured for all. */
interface SlotsChange {
  queue: QueueName;
  slots: number | null;
  /** Undefined: all that take the queue, also those that start later. */
  processId?: string | undefined;
}

/** How many jobs of a queue a process runs at once, from its next report on. Repeating is harmless. QueueNotTaken. */
export async function setQueueSlots(change: SlotsChange, operatorId: number): Promise<true> {
  await (change.processId === undefined ? setForAll(change, operatorId) : setForOne(change, change.processId));
  invalidateProcesses();
  return true;
}

async function setForAll({ queue, slots }: SlotsChange, operatorId: number): Promise<void> {
  await inTransaction(async () => {
    const before = await QueueSlotsModel.findById(queue).lean<QueueSlots>();
    if (slots === null) await QueueSlotsModel.deleteOne({ _id: queue });
    else {
      const set = { slots, operatorId, setAt: storeNow() };
      await QueueSlotsModel.updateOne({ _id: queue }, { $set: set }, { upsert: true });
    }
    await audit(queue, { slots: before?.slots ?? null }, { slots });
  });
  // After the commit: a process that starts meanwhile has its row before it reads what is set for all, so it learns of it
  // here or there.
  await ProcessModel.updateMany({ kind: "worker", queues: queue }, { $set: { [`slots.${queue}`]: slots } });
}

async function setForOne({ queue, slots }: SlotsChange, id: string): Promise<void> {
  await inTransaction(async () => {
    const ofAll = slots ?? (await QueueSlotsModel.findById(queue).lean<QueueSlots>())?.slots ?? null;
    const living = { kind: "worker" as const, drain: null, reportedAt: { $gte: new Date(sharedMs() - LIVE_MS) } };
    const before = await ProcessModel.findOneAndUpdate(
      { _id: id, queues: queue, ...living },
      { $set: { [`slots.${queue}`]: ofAll } },
    ).lean<ProcessReport>();
    if (!before) throw processErrors.QueueNotTaken({ id, queue });
    await audit(queue, { slots: before.slots?.[queue] ?? null }, { slots, processId: id });
  });
}

const audit = (queue: QueueName, before: object, after: { slots: number | null; processId?: string }): Promise<void> =>
  recordOperation({
    module: "infra",
    action: after.slots === null ? "queue.resetSlots" : "queue.setSlots",
    bizId: queue,
    before,
    after,
  });
