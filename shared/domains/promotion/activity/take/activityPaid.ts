import { ActivityTakeModel, type ActivityTakeDoc } from "./activityTake.model.js";
import { GroupRecordModel, type GroupRecordDoc } from "../group/group.model.js";
import { joinGroup } from "../group/joinGroup.js";
import { ActivityKind, GroupStatus } from "../activity.states.js";

/**
 * Marks the take of a paid order as paid, and joins the group of a group-buy, in the caller's transaction. Returns the
 * record's id (the order's combinationRecordId), null for other orders. Idempotent.
 */
export async function activityPaid(orderId: number, at: Date): Promise<number | null> {
  const take = await ActivityTakeModel.findOneAndUpdate(
    { orderId, state: "held" },
    { $set: { state: "paid" } },
  ).lean<ActivityTakeDoc>();
  if (!take) return (await groupRecordOfOrder(orderId))?._id ?? null;
  return take.kind === ActivityKind.group ? joinGroup(take, at) : null;
}

/** The group-buy record of an order; null: it is no group-buy, or not paid. */
export async function groupRecordOfOrder(orderId: number): Promise<GroupRecordDoc | null> {
  return GroupRecordModel.findOne({ orderId }).lean<GroupRecordDoc>();
}

/** Whether this order's group waits for more members, which blocks after-sales and shipping. */
export async function isGroupInProgress(orderId: number): Promise<boolean> {
  return (await groupRecordOfOrder(orderId))?.status === GroupStatus.open;
}
