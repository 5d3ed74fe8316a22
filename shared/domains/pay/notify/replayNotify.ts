import { recordOperation } from "#shared/domains/audit/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { replayDelivery } from "#shared/kernel/webhooks/replayDelivery.js";
import { notices } from "./notices.js";
import { NotifyTaskModel, type NotifyTaskDoc } from "./notifyTask.model.js";
import { payErrors } from "../pay.errors.js";
import { PayAppModel, type PayAppDoc } from "../channel/payApp.model.js";
import { NotifyStatus } from "../order/payOrder.states.js";

/**
 * An operator replays a delivery at once, under the same message id: one that has ended begins a new ladder, one still
 * on its ladder has its next try moved to now. With `toCurrentUrl` it goes to the pay app's current address. Throws
 * NotifyNotFound, NotifyNoAddress.
 */
export async function replayNotify(notifyId: number, { toCurrentUrl = false } = {}): Promise<true> {
  await inTransaction(async () => {
    const task = await NotifyTaskModel.findById(notifyId).lean<NotifyTaskDoc>();
    if (!task) throw payErrors.NotifyNotFound();
    const { status, url: oldUrl } = task;
    const url = toCurrentUrl ? await currentUrl(task) : oldUrl;
    await replayDelivery(notices, task, url);
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
