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
 * A try before a full or paused host is put off: it looks again by itself after `waitMs`, or when it is called. One that
 * stood in line before has its place there.
 */
export async function standInLine(task: NotifyTaskDoc, waitMs: number): Promise<void> {
  const { _id, host, inLineSince } = task;
  await NotifyTaskModel.updateOne(
    { _id },
    { $set: { inLineSince: inLineSince ?? clock.now(), stoodInLine: true, tryingUntil: null } },
  );
  await recordLine(host, true);
  await lookAgain(task, waitMs);
}

/** The task's next try, or the one that is put off, comes up then. */
async function lookAgain({ _id, tries }: Pick<NotifyTaskDoc, "_id" | "tries">, delayMs: number): Promise<void> {
  await enqueue(deliverNotifyJob, { notifyId: _id, tryNumber: tries + 1 }, { delayMs, replace: true });
}

/** Places before the host are free: who have waited longest are tried now. A call that is lost costs no more than its wait. */
export async function callNext(host: string, places: number): Promise<void> {
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
    if (modifiedCount === 1 && task.status === NotifyStatus.waiting) await lookAgain(task, 0);
  }
}

/**
 * The try is made here, and by nobody else for as long as it can take; answers the task as it was before. Null when it is
 * not to be made (any more), or when another run of the job makes it: this one looks again when that must be over.
 */
export async function beginTry(notifyId: number, tryNumber: number): Promise<NotifyTaskDoc | null> {
  const asItIs = { _id: notifyId, status: NotifyStatus.waiting, tries: tryNumber - 1 };
  const task = await NotifyTaskModel.findOneAndUpdate(
    { ...asItIs, tryingUntil: { $not: { $gt: storeNow() } } },
    { $set: { tryingUntil: storeAfter(LONGEST_TRY_MS), inLineSince: null } },
  ).lean<NotifyTaskDoc>();
  if (!task && (await NotifyTaskModel.exists(asItIs)))
    await lookAgain({ _id: notifyId, tries: tryNumber - 1 }, LONGEST_TRY_MS);
  return task;
}
