import type { z } from "zod";
import { userInShort } from "#api/loyalty/memberInShort.js";
import { activityNames, type BargainRecordDoc, type RecordInGroup } from "#shared/domains/activity/index.js";
import { findSpus, type ShelvedSpu } from "#shared/domains/catalog/index.js";
import { withMembers, type OfMember } from "#shared/domains/loyalty/index.js";
import { mediaUrl } from "#shared/platform/storage.js";
import type { BargainRecordAdminPage, GroupRecordAdminView } from "./activity.schemas.js";
import { bargainRecordRow, groupRecordView } from "./activity.views.js";

type GroupRow = OfMember<RecordInGroup & { memberId: number }> & { activityName: string };
type BargainRow = OfMember<BargainRecordDoc> & { activityName: string; spu: ShelvedSpu | undefined };

/** Group-buy records with their members and what their activities are called. */
export async function withGroupNames(found: readonly RecordInGroup[]): Promise<GroupRow[]> {
  const rows = await withMembers(found.map((one) => ({ ...one, memberId: one.record.memberId })));
  const names = await activityNames(rows.map(({ record }) => record.activityId));
  return rows.map((row) => ({ ...row, activityName: names.get(row.record.activityId) ?? "" }));
}

export const groupRecordAdminView = (row: GroupRow): z.input<typeof GroupRecordAdminView> => ({
  ...groupRecordView(row),
  user: userInShort(row.member),
  activityName: row.activityName,
  orderId: row.record.orderId,
  virtualGroup: row.group.virtualGroup,
  createTime: row.record.createdAt.getTime(),
});

/** Bargain records with their members, products, and what their activities are called. */
export async function withBargainNames(records: readonly BargainRecordDoc[]): Promise<BargainRow[]> {
  const rows = await withMembers(records);
  const names = await activityNames(rows.map(({ activityId }) => activityId));
  const spus = new Map((await findSpus(rows.map(({ spuId }) => spuId))).map((spu) => [spu._id, spu]));
  return rows.map((row) => ({ ...row, activityName: names.get(row.activityId) ?? "", spu: spus.get(row.spuId) }));
}

export const bargainRecordAdminView = (row: BargainRow): z.input<typeof BargainRecordAdminPage>["list"][number] => ({
  ...bargainRecordRow(row),
  user: userInShort(row.member),
  activityName: row.activityName,
  spuName: row.spu?.name ?? "",
  picUrl: mediaUrl(row.spu?.picUrl ?? ""),
});
