import { storeAfter, storeNow } from "#shared/kernel/mongo/storeTime.js";
import { clock, seconds } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { recordLine } from "./notifyHost.js";
import { NotifyTaskModel, type NotifyTaskDoc } from "./notifyTask.model.js";
import { deliverNotifyJob } from "../pay.jobs.js";
import { NotifyStatus } from "../order/payOrder.states.js";

/** Longer than a try can take. */
const LONGEST_TRY_MS = seconds(30);

/**
 * Postpones a try for a full or paused host: it runs again after `waitMs`, or when a slot is free. A try that waited
 * before keeps its place.
 */
export async function waitForSlot(task: NotifyTaskDoc, waitMs: number): Promise<void> {
  const { _id, host, inLineSince } = task;
  await NotifyTaskModel.updateOne(
    { _id },
    { $set: { inLineSince: inLineSince ?? clock.now(), stoodInLine: true, tryingUntil: null } },
  );
  await recordLine(host, true);
  await scheduleTry(task, waitMs);
}

/** Schedules the task's next try, or moves the one that is scheduled. */
async function scheduleTry({ _id, tries }: Pick<NotifyTaskDoc, "_id" | "tries">, delayMs: number): Promise<void> {
  await enqueue(deliverNotifyJob, { notifyId: _id, tryNumber: tries + 1 }, { delayMs, replace: true });
}

/** Wakes the longest waiting tries when the host has free slots. A lost wake-up only costs a try its whole delay. */
export async function wakeNextTries(host: string, places: number): Promise<void> {
  const next = await NotifyTaskModel.find({ host, inLineSince: { $gt: new Date(0) } })
    .sort({ inLineSince: 1 })
    .limit(places)
    .lean<NotifyTaskDoc[]>();
  if (next.length === 0) return await recordLine(host, false);
  for (const task of next) {
    const { modifiedCount } = await NotifyTaskModel.updateOne(
      { _id: task._id, inLineSince: { $gt: new Date(0) } },
      { $set: { inLineSince: null } },
    );
    if (modifiedCount === 1 && task.status === NotifyStatus.waiting) await scheduleTry(task, 0);
  }
}

/**
 * Claims the try for as long as it can take; returns the task as it was before. Null when the try is obsolete, or when
 * another run of the job has claimed it: then this one is scheduled for when that claim has expired.
 */
export async function beginTry(notifyId: number, tryNumber: number): Promise<NotifyTaskDoc | null> {
  const unchanged = { _id: notifyId, status: NotifyStatus.waiting, tries: tryNumber - 1 };
  const task = await NotifyTaskModel.findOneAndUpdate(
    { ...unchanged, tryingUntil: { $not: { $gt: storeNow() } } },
    { $set: { tryingUntil: storeAfter(LONGEST_TRY_MS), inLineSince: null } },
  ).lean<NotifyTaskDoc>();
  if (!task && (await NotifyTaskModel.exists(unchanged)))
    await scheduleTry({ _id: notifyId, tries: tryNumber - 1 }, LONGEST_TRY_MS);
  return task;
}
