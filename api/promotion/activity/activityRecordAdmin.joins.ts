import { activityNames, type BargainRecordDoc, type RecordInGroup } from "#shared/domains/promotion/activity/index.js";
import { findSpusOfRecords, type ShelvedSpu } from "#shared/domains/catalog/index.js";
import { withMembers, type OfMember } from "#shared/domains/member/index.js";

export type NamedGroupRecord = OfMember<RecordInGroup & { memberId: number }> & { activityName: string };
export type NamedBargainRecord = OfMember<BargainRecordDoc> & { activityName: string; spu: ShelvedSpu | undefined };

/** Group-buy records with their members and the names of their activities. */
export async function withGroupNames(found: readonly RecordInGroup[]): Promise<NamedGroupRecord[]> {
  const rows = await withMembers(found.map((one) => ({ ...one, memberId: one.record.memberId })));
  const names = await activityNames(rows.map(({ record }) => record.activityId));
  return rows.map((row) => ({ ...row, activityName: names.get(row.record.activityId) ?? "" }));
}

/** Bargain records with their members, products, and the names of their activities. */
export async function withBargainNames(records: readonly BargainRecordDoc[]): Promise<NamedBargainRecord[]> {
  const rows = await withMembers(records);
  const names = await activityNames(rows.map(({ activityId }) => activityId));
  const spus = new Map((await findSpusOfRecords(rows.map(({ spuId }) => spuId))).map((spu) => [spu._id, spu]));
  return rows.map((row) => ({ ...row, activityName: names.get(row.activityId) ?? "", spu: spus.get(row.spuId) }));
}
