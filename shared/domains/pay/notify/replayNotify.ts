import { recordOperation } from "#shared/domains/audit/index.js";
import { clock } from "#shared/platform/clock.js";
import { inTransaction } from "#shared/platform/mongo.js";
import { enqueue } from "#shared/platform/outbox.js";
import { moveState } from "#shared/platform/states.js";
import { NotifyTaskModel, type NotifyTaskDoc } from "./notifyTask.model.js";
import { payErrors } from "../pay.errors.js";
import { deliverNotifyJob } from "../pay.jobs.js";
import { notifyStates } from "../payOrder.states.js";

/** An operator has a delivery made again: a new ladder from its first step, the same message id. */
export async function replayNotify(notifyId: number): Promise<true> {
  await inTransaction(async () => {
    const task = await NotifyTaskModel.findById(notifyId).lean<NotifyTaskDoc>();
    if (!task) throw payErrors.NotifyNotFound();
    const { status, tries } = task;
    const moved = await moveState(NotifyTaskModel, notifyStates, {
      where: { _id: notifyId, tries },
      from: [10, 20],
      to: 0,
      set: { ladderFrom: tries, nextTryAt: clock.now() },
    });
    if (!moved) throw payErrors.NotifyStillRunning();
    await enqueue(deliverNotifyJob, { notifyId, tryNumber: tries + 1 });
    const before = { status };
    await recordOperation({ module: "pay", action: "notify.replay", bizId: notifyId, before, after: { status: 0 } });
  });
  return true;
}
