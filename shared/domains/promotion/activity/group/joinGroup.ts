import { findSpus } from "#shared/domains/catalog/index.js";
import { findMember } from "#shared/domains/member/index.js";
import { clock, hours } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { LostRace } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { expireGroupJob } from "../activity.jobs.js";
import { activitySettings } from "../activity.queries.js";
import { ActivityTakeModel, type ActivityTakeDoc } from "../take/activityTake.model.js";
import { GroupModel, GroupRecordModel, type GroupDoc, type GroupRecordDoc } from "./group.model.js";
import { ActivityKind, groupStates, GroupStatus } from "../activity.states.js";

/**
 * Adds a paid order to a group; returns its record's id. If the chosen group is full or over by now, the order opens a
 * new one. A full group succeeds at once.
 */
export async function joinGroup(take: ActivityTakeDoc, at: Date): Promise<number> {
  const recordId = await nextId("combinationRecords");
  const joined = await takeSeat(take, at);
  const group = joined ?? (await openGroup(recordId, take, at));
  await writeRecord(recordId, take, group);
  if (group.userCount >= group.userSize) await succeedGroup(group, at);
  return recordId;
}

async function takeSeat({ headId, activityId }: ActivityTakeDoc, at: Date): Promise<GroupDoc | null> {
  if (headId === null) return null;
  const group = await GroupModel.findOne({ _id: headId, activityId }).lean<GroupDoc>();
  if (!group || group.status !== GroupStatus.open || group.expireAt <= at || group.userCount >= group.userSize)
    return null;
  const { matchedCount } = await GroupModel.updateOne(
    { _id: headId, status: GroupStatus.open, userCount: group.userCount },
    { $inc: { userCount: 1 } },
  );
  if (matchedCount === 0) throw new LostRace(`group ${headId}`);
  return { ...group, userCount: group.userCount + 1 };
}

type NewGroup = Omit<GroupDoc, "updatedAt">;
async function openGroup(groupId: number, { activityId }: ActivityTakeDoc, at: Date): Promise<NewGroup> {
  // An activity cannot be deleted while one of its orders is open.
  const found = await activitySettings(ActivityKind.group, activityId);
  if (!found) throw new Error(`group-buy ${activityId} is gone while an order of it is open`);
  const { spuId, rules } = found.activity;
  const expireAt = new Date(at.getTime() + hours(rules.limitHours));
  const group = {
    _id: groupId,
    activityId,
    spuId,
    status: GroupStatus.open,
    userSize: rules.userSize,
    userCount: 1,
    virtualGroup: rules.virtualGroup,
    expireAt,
    endedAt: null,
    createdAt: at,
  };
  await GroupModel.create([{ ...group }]);
  await enqueue(expireGroupJob, { groupId }, { dueAt: expireAt });
  return group;
}

async function writeRecord(recordId: number, take: ActivityTakeDoc, group: NewGroup): Promise<void> {
  const member = await findMember(take.memberId);
  const [spu] = await findSpus([group.spuId]);
  await GroupRecordModel.create([
    {
      _id: recordId,
      activityId: take.activityId,
      groupId: group._id,
      memberId: take.memberId,
      nickname: member?.nickname ?? "",
      avatar: member?.avatar ?? "",
      orderId: take.orderId,
      spuId: group.spuId,
      spuName: spu?.name ?? "",
      picUrl: spu?.picUrl ?? "",
      skuId: take.skuId,
      count: take.count,
      priceFen: take.unitFen,
      isHead: group._id === recordId,
      status: GroupStatus.open,
    },
  ]);
}

/** Marks a full or virtual group as succeeded. Throws LostRace when it was not open any more. */
export async function succeedGroup({ _id, userSize }: NewGroup, endedAt: Date): Promise<void> {
  await endGroup(_id, GroupStatus.succeeded, { userCount: userSize, endedAt });
}

/** Ends a group with its records; returns its orders. Throws LostRace when it was not open any more. */
export async function endGroup(
  groupId: number,
  to: typeof GroupStatus.succeeded | typeof GroupStatus.failed,
  set: { endedAt: Date; userCount?: number },
): Promise<number[]> {
  if (!(await moveState(GroupModel, groupStates, { where: { _id: groupId }, from: GroupStatus.open, to, set })))
    throw new LostRace(`group ${groupId}`);
  const records = await GroupRecordModel.find({ groupId, status: GroupStatus.open })
    .sort({ _id: 1 })
    .lean<GroupRecordDoc[]>();
  const orderIds = records.map(({ orderId }) => orderId);
  await GroupRecordModel.updateMany({ groupId, status: GroupStatus.open }, { $set: { status: to } });
  await ActivityTakeModel.updateMany({ orderId: { $in: orderIds } }, { $unset: { openKey: 1 } });
  return orderIds;
}

/** Frees the seat of a refunded order in an open group; the group ends when it is empty. */
export async function leaveGroup(orderId: number): Promise<void> {
  const record = await GroupRecordModel.findOne({ orderId, status: GroupStatus.open }).lean<GroupRecordDoc>();
  if (!record) return;
  const left = await moveState(GroupRecordModel, groupStates, {
    where: { _id: record._id },
    from: GroupStatus.open,
    to: GroupStatus.failed,
  });
  if (!left) throw new LostRace(`group record ${record._id}`);
  const group = await GroupModel.findOneAndUpdate(
    { _id: record.groupId, status: GroupStatus.open, userCount: { $gte: 1 } },
    { $inc: { userCount: -1 } },
    { returnDocument: "after" },
  ).lean<GroupDoc>();
  if (!group) throw new LostRace(`group ${record.groupId}`);
  if (group.userCount === 0) await endGroup(group._id, GroupStatus.failed, { endedAt: clock.now() });
}
