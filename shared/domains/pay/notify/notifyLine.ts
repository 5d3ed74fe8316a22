import { storeAfter, storeNow } from "#shared/kernel/mongo/storeTime.js";
import { clock, seconds } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { recordLine } from "./notifyHost.js";
import { NotifyTaskModel, type NotifyTaskDoc } from "./notifyTask.model.js";
import { deliverNotifyJob } from "../pay.jobs.js";
import { NotifyStatus } from "../order/payOrder.states.js";

/** Longer than a try can take. */
const LONGEST_TRY_MS = seconds(30);

/** A try before a full or paused host is put off: it looks again by itself after `waitMs`, or when it is called. */
export async function standInLine(task: NotifyTaskDoc, waitMs: number): Promise<void> {
  await NotifyTaskModel.updateOne(
    { _id: task._id, inLineSince: null },
    { $set: { inLineSince: clock.now(), stoodInLine: true } },
  );
  await recordLine(task.host, true);
  await lookAgain(task, waitMs);
}

/** The task's next try, or the one that is put off, comes up then. */
async function lookAgain({ _id, tries }: NotifyTaskDoc, delayMs: number): Promise<void> {
  await enqueue(deliverNotifyJob, { notifyId: _id, tryNumber: tries + 1 }, { delayMs, replace: true });
}

/** A place before the host is free: who has waited longest is tried now. A call that is lost costs no more than its wait. */
export async function callNext(host: string): Promise<void> {
  const next = await NotifyTaskModel.findOne({ host, inLineSince: { $gt: new Date(0) } })
    .sort({ inLineSince: 1 })
    .lean<NotifyTaskDoc>();
  if (!next) return await recordLine(host, false);
  const { modifiedCount } = await NotifyTaskModel.updateOne(
    { _id: next._id, inLineSince: { $gt: new Date(0) } },
    { $set: { inLineSince: null } },
  );
  if (modifiedCount === 1 && next.status === NotifyStatus.waiting) await lookAgain(next, 0);
}

/**
 * The try is made here, and by nobody else for as long as it can take. False when another run of the job makes it: this
 * one looks again when that must be over.
 */
export async function beginTry(task: NotifyTaskDoc): Promise<boolean> {
  const { _id, tries } = task;
  const { modifiedCount } = await NotifyTaskModel.updateOne(
    { _id, status: NotifyStatus.waiting, tries, tryingUntil: { $not: { $gt: storeNow() } } },
    { $set: { tryingUntil: storeAfter(LONGEST_TRY_MS), inLineSince: null } },
  );
  if (modifiedCount === 0) await lookAgain(task, LONGEST_TRY_MS);
  return modifiedCount === 1;
}
