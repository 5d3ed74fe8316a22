import type { QueryFilter } from "mongoose";
import { ExperienceRecordModel, type ExperienceRecordDoc } from "./experienceRecord.model.js";
import { LevelRecordModel, type LevelRecordDoc } from "./levelRecord.model.js";
import { pageNewestFirst, within, type Page, type Paging } from "./page.js";
import { PointRecordModel, type PointBizType, type PointRecordDoc } from "./pointRecord.model.js";

export interface PointRecordFilter {
  memberId?: number | undefined;
  /** true: what came; false: what went. */
  added?: boolean | undefined;
  bizType?: PointBizType | undefined;
  /** Both ends belong to it. */
  between?: readonly [Date, Date] | undefined;
}

export async function pagePointRecords(filter: PointRecordFilter, paging: Paging): Promise<Page<PointRecordDoc>> {
  const { memberId, added, bizType, between } = filter;
  const where: QueryFilter<PointRecordDoc> = {
    ...(memberId === undefined ? {} : { memberId }),
    ...(added === undefined ? {} : { point: added ? { $gt: 0 } : { $lt: 0 } }),
    ...(bizType === undefined ? {} : { bizType }),
    ...(between ? { createdAt: within(between) } : {}),
  };
  return pageNewestFirst(PointRecordModel, where, paging);
}

export async function pageExperienceRecords(
  { memberId }: { memberId?: number | undefined },
  paging: Paging,
): Promise<Page<ExperienceRecordDoc>> {
  return pageNewestFirst(ExperienceRecordModel, memberId === undefined ? {} : { memberId }, paging);
}

export async function pageLevelRecords(
  { memberId }: { memberId?: number | undefined },
  paging: Paging,
): Promise<Page<LevelRecordDoc>> {
  return pageNewestFirst(LevelRecordModel, memberId === undefined ? {} : { memberId }, paging);
}
