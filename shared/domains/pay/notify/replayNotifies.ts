import { recordOperation } from "#shared/domains/audit/index.js";
import { replayDeliveries } from "#shared/kernel/webhooks/replayDelivery.js";
import { notices } from "./notices.js";
import { notifyFilter, type NotifySearch } from "./pageNotifyTasks.js";
import { NotifyStatus } from "../order/payOrder.states.js";

/** The filter of the page, for abandoned (20) or delivered (10) ones. */
type ReplaySearch = Omit<NotifySearch, "status"> & {
  status: typeof NotifyStatus.delivered | typeof NotifyStatus.abandoned;
};

/** An operator replays all deliveries of a filter, at most 2,000 per call; `left` is how many were not reached. */
export const replayNotifies = (search: ReplaySearch): Promise<{ replayed: number; left: number }> =>
  replayDeliveries(notices, notifyFilter(search), (ids) =>
    recordOperation({
      module: "pay",
      action: "notify.replayAll",
      bizId: `${ids[0]}-${ids.at(-1)}`,
      before: search,
      after: { status: NotifyStatus.waiting, ids },
    }),
  );
