import { recordOperation } from "#shared/domains/audit/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { moveState } from "#shared/kernel/mongo/states.js";
import { hostOf } from "./notifyHost.js";
import { NotifyTaskModel, type NotifyTaskDoc } from "./notifyTask.model.js";
import { payErrors } from "../pay.errors.js";
import { PayAppModel, type PayAppDoc } from "../channel/payApp.model.js";
import { deliverNotifyJob } from "../pay.jobs.js";
import { notifyStates, NotifyStatus } from "../order/payOrder.states.js";

/**
 * An operator replays a delivery at once, under the same message id: one that has ended begins a new ladder, one still
 * on its ladder has its next try moved to now. With `toCurrentUrl` it goes to the pay app's current address. Throws
 * NotifyNotFound, NotifyNoAddress.
 */
export async function replayNotify(notifyId: number, { toCurrentUrl = false } = {}): Promise<true> {
  await inTransaction(async () => {
    const task = await NotifyTaskModel.findById(notifyId).lean<NotifyTaskDoc>();
    if (!task) throw payErrors.NotifyNotFound();
    const { status, tries, url: oldUrl } = task;
    const url = toCurrentUrl ? await currentUrl(task) : oldUrl;
    const set = { url, host: hostOf(url), nextTryAt: clock.now() };
    const where = { _id: notifyId, tries };
    const moved =
      status === NotifyStatus.waiting
        ? (await NotifyTaskModel.updateOne({ ...where, status }, { $set: set })).matchedCount === 1
        : await moveState(NotifyTaskModel, notifyStates, {
            where,
            from: status,
            to: NotifyStatus.waiting,
            set: { ...set, ladderFrom: tries },
          });
    // A try has ended meanwhile.
    if (!moved) throw new LostRace(`delivery ${notifyId}`);
    await enqueue(deliverNotifyJob, { notifyId, tryNumber: tries + 1 }, { replace: true });
    await recordOperation({
      module: "pay",
      action: "notify.replay",
      bizId: notifyId,
      before: { status, url: oldUrl },
      after: { status: NotifyStatus.waiting, url },
    });
  });
  return true;
}

async function currentUrl({ appId, type }: NotifyTaskDoc): Promise<string> {
  const app = await PayAppModel.findById(appId).lean<PayAppDoc>();
  const forRefunds = type === "pay.refund.succeeded" ? app?.refundNotifyUrl : "";
  const url = forRefunds || app?.orderNotifyUrl;
  if (!url) throw payErrors.NotifyNoAddress();
  return url;
}
