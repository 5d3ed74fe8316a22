import type { QueryFilter } from "mongoose";
import { createdWithin, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { clock } from "#shared/kernel/time/clock.js";
import { activityErrors } from "../activity.errors.js";
import { ActivityModel } from "../activity.model.js";
import { GroupModel, GroupRecordModel, type GroupDoc, type GroupRecordDoc } from "./group.model.js";
import { ActivityKind, GroupStatus } from "../activity.states.js";

/** A record with its group. */
export interface RecordInGroup {
  record: GroupRecordDoc;
  group: GroupDoc;
}

interface GroupListQuery {
  activityId?: number | undefined;
  status?: GroupStatus | undefined;
  /** The maximum number. */
  count: number;
}

/**
 * The groups of an activity by their heads, newest first; open ones only while they have time left. Throws
 * GroupBuyNotFound for an activity that is no group-buy.
 */
export async function listGroups({ activityId, status, count }: GroupListQuery): Promise<RecordInGroup[]> {
  if (activityId !== undefined && !(await ActivityModel.exists({ _id: activityId, kind: ActivityKind.group })))
    throw activityErrors.GroupBuyNotFound();
  const groups = await GroupModel.find({
    ...(activityId === undefined ? {} : { activityId }),
    ...(status === undefined ? {} : { status }),
    ...(status === GroupStatus.open ? { expireAt: { $gt: clock.now() } } : {}),
  })
    .sort({ createdAt: -1, _id: -1 })
    .limit(count)
    .lean<GroupDoc[]>();
  const heads = await GroupRecordModel.find({ _id: { $in: groups.map(({ _id }) => _id) } }).lean<GroupRecordDoc[]>();
  const byId = new Map(heads.map((head) => [head._id, head]));
  return groups.flatMap((group) => {
    const record = byId.get(group._id);
    return record ? [{ record, group }] : [];
  });
}

/** A record with all records of its group, the head's first. Throws GroupRecordNotFound. */
export async function groupRecordInFull(recordId: number): Promise<RecordInGroup & { members: RecordInGroup[] }> {
  const record = await GroupRecordModel.findById(recordId).lean<GroupRecordDoc>();
  const group = record && (await GroupModel.findById(record.groupId).lean<GroupDoc>());
  if (!record || !group) throw activityErrors.GroupRecordNotFound();
  const records = await GroupRecordModel.find({ groupId: group._id }).sort({ _id: 1 }).lean<GroupRecordDoc[]>();
  return { record, group, members: records.map((one) => ({ record: one, group })) };
}

interface GroupRecordQuery extends Page {
  activityId?: number | undefined;
  memberId?: number | undefined;
  headId?: number | undefined;
  status?: GroupStatus | undefined;
  createdAt?: TimeSpan | undefined;
}

/** For operators, newest first. */
export async function pageGroupRecords(query: GroupRecordQuery): Promise<PageOf<RecordInGroup>> {
  const { activityId, memberId, headId, status, createdAt } = query;
  const filter: QueryFilter<GroupRecordDoc> = {
    ...(activityId === undefined ? {} : { activityId }),
    ...(memberId === undefined ? {} : { memberId }),
    ...(headId === undefined ? {} : { groupId: headId }),
    ...(status === undefined ? {} : { status }),
    ...createdWithin(createdAt),
  };
  const { list: records, total } = await pageOf(GroupRecordModel, filter, query);
  const groups = await GroupModel.find({ _id: { $in: records.map(({ groupId }) => groupId) } }).lean<GroupDoc[]>();
  const byId = new Map(groups.map((group) => [group._id, group]));
  const list = records.flatMap((record) => {
    const group = byId.get(record.groupId);
    return group ? [{ record, group }] : [];
  });
  return { list, total };
}
