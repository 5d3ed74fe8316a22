import type { QueryFilter } from "mongoose";
import { ExperienceRecordModel, type ExperienceRecordDoc } from "./level/experienceRecord.model.js";
import { LevelRecordModel, type LevelRecordDoc } from "./level/levelRecord.model.js";
import { pageNewestFirst, within, type Page, type Paging } from "./page.js";
import { PointRecordModel, type PointRecordDoc } from "./points/pointRecord.model.js";
import type { PointBizType } from "./loyalty.codes.js";

export interface PointRecordFilter extends RecordFilter {
  /** true: what came; false: what went. */
  added?: boolean | undefined;
  bizType?: PointBizType | undefined;
}

export async function pagePointRecords(filter: PointRecordFilter, paging: Paging): Promise<Page<PointRecordDoc>> {
  const { added, bizType } = filter;
  const where: QueryFilter<PointRecordDoc> = {
    ...whereOf(filter),
    ...(added === undefined ? {} : { point: added ? { $gt: 0 } : { $lt: 0 } }),
    ...(bizType === undefined ? {} : { bizType }),
  };
  return pageNewestFirst(PointRecordModel, where, paging);
}

/** Of one member, or of all. */
export interface RecordFilter {
  memberId?: number | undefined;
  /** Both ends belong to it. */
  between?: readonly [Date, Date] | undefined;
}
const whereOf = ({ memberId, between }: RecordFilter) => ({
  ...(memberId === undefined ? {} : { memberId }),
  ...(between ? { createdAt: within(between) } : {}),
});

export async function pageExperienceRecords(filter: RecordFilter, paging: Paging): Promise<Page<ExperienceRecordDoc>> {
  return pageNewestFirst(ExperienceRecordModel, whereOf(filter), paging);
}

export async function pageLevelRecords(filter: RecordFilter, paging: Paging): Promise<Page<LevelRecordDoc>> {
  return pageNewestFirst(LevelRecordModel, whereOf(filter), paging);
}
