import { clock, minutes } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { NotifyTaskModel, type NotifyTaskDoc } from "./notifyTask.model.js";
import { deliverNotifyJob } from "../pay.jobs.js";
import { NotifyStatus } from "../order/payOrder.states.js";

const OVERDUE_MS = minutes(10);
const MOST = 500;

/** When a delivery whose try was due then counts as overdue. */
export const revivedAfter = (nextTryAt: Date): Date => new Date(nextTryAt.getTime() + OVERDUE_MS);

/** Enqueues the try of deliveries that are long overdue, in case its job died; an open job stays as it is. */
export async function reviveNotify(): Promise<void> {
  const late = new Date(clock.ms() - OVERDUE_MS);
  const tasks = await NotifyTaskModel.find({ status: NotifyStatus.waiting, nextTryAt: { $lte: late } })
    .sort({ nextTryAt: 1 })
    .limit(MOST)
    .lean<NotifyTaskDoc[]>();
  for (const { _id, tries } of tasks) await enqueue(deliverNotifyJob, { notifyId: _id, tryNumber: tries + 1 });
}
