import { checkpoint, hasTimeLeft } from "#shared/kernel/request/context.js";
import { clock } from "#shared/kernel/time/clock.js";
import { announce } from "#shared/kernel/queue/events.js";
import { log } from "#shared/kernel/observability/log.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { activityGroupFailed } from "./activity.events.js";
import { endDueBargains } from "./bargain/helpBargain.js";
import { GroupModel, type GroupDoc } from "./group/group.model.js";
import { endGroup, succeedGroup } from "./group/joinGroup.js";
import { GroupStatus } from "./activity.states.js";

const BATCH = 200;

/**
 * Ends a group at its deadline: a virtual group counts as full, any other one fails, and its orders are to be refunded.
 * No-op when it is not open any more, or has time left.
 */
export async function expireGroup(groupId: number): Promise<void> {
  await inTransaction(async () => {
    const now = clock.now();
    const group = await GroupModel.findById(groupId).lean<GroupDoc>();
    if (!group || group.status !== GroupStatus.open || group.expireAt > now) return;
    if (group.virtualGroup) return succeedGroup(group, now);
    const orderIds = await endGroup(groupId, GroupStatus.failed, { endedAt: now });
    if (orderIds.length > 0) await announce(activityGroupFailed, { orderIds });
  });
}

/** Ends every group and bargain whose time is over; a failing one does not stop the others. */
export async function endDueActivities(): Promise<void> {
  const now = clock.now();
  for (let after = 0; ;) {
    const due = await GroupModel.find(
      { status: GroupStatus.open, expireAt: { $lte: now }, _id: { $gt: after } },
      { _id: 1 },
    )
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean<Pick<GroupDoc, "_id">[]>();
    for (const { _id } of due) {
      checkpoint();
      await expireGroup(_id).catch((error: unknown) =>
        log.error({ err: error, groupId: _id }, "a group could not be ended"),
      );
    }
    if (due.length < BATCH || !hasTimeLeft()) break;
    after = due.at(-1)!._id;
  }
  await endDueBargains(now);
}
