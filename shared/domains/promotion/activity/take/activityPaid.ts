import { ActivityTakeModel, type ActivityTakeDoc } from "./activityTake.model.js";
import { GroupRecordModel, type GroupRecordDoc } from "../group/group.model.js";
import { joinGroup } from "../group/joinGroup.js";
import { ActivityKind, GroupStatus } from "../activity.states.js";

/**
 * An order is paid: what it held is its own, and a group-buy gets its record; in the caller's transaction. Answers the
 * record's id (the order's combinationRecordId), null for every other order. Again it changes nothing and answers the same.
 */
export async function activityPaid(orderId: number, memberId: number, at: Date): Promise<number | null> {
  const take = await ActivityTakeModel.findOneAndUpdate(
    { orderId, memberId, state: "held" },
    { $set: { state: "paid" } },
  ).lean<ActivityTakeDoc>();
  if (!take) return (await groupRecordOfOrder(orderId))?._id ?? null;
  return take.kind === ActivityKind.group ? joinGroup(take, at) : null;
}

/** The group-buy record of an order; null: it is none, or not paid. */
export async function groupRecordOfOrder(orderId: number): Promise<GroupRecordDoc | null> {
  return GroupRecordModel.findOne({ orderId }).lean<GroupRecordDoc>();
}

/** Waits this order's group-buy for more members? After-sale and shipping wait as well. */
export async function isGroupInProgress(orderId: number): Promise<boolean> {
  return (await groupRecordOfOrder(orderId))?.status === GroupStatus.open;
}
