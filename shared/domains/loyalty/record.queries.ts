import type { QueryFilter } from "mongoose";
import { createdWithin, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { ExperienceRecordModel, type ExperienceRecordDoc } from "./level/experienceRecord.model.js";
import { LevelRecordModel, type LevelRecordDoc } from "./level/levelRecord.model.js";
import { PointRecordModel, type PointRecordDoc } from "./points/pointRecord.model.js";
import type { PointBizType } from "./loyalty.codes.js";

interface PointRecordFilter extends RecordFilter {
  /** true: added points; false: taken ones. */
  added?: boolean | undefined;
  bizType?: PointBizType | undefined;
}

export async function pagePointRecords(filter: PointRecordFilter, page: Page): Promise<PageOf<PointRecordDoc>> {
  const { added, bizType } = filter;
  const where: QueryFilter<PointRecordDoc> = {
    ...whereOf(filter),
    ...(added === undefined ? {} : { point: added ? { $gt: 0 } : { $lt: 0 } }),
    ...(bizType === undefined ? {} : { bizType }),
  };
  return pageOf(PointRecordModel, where, page);
}

/** Without `memberId`: records of all members. */
interface RecordFilter {
  memberId?: number | undefined;
  /** Both ends inclusive. */
  between?: TimeSpan | undefined;
}
const whereOf = ({ memberId, between }: RecordFilter) => ({
  ...(memberId === undefined ? {} : { memberId }),
  ...createdWithin(between),
});

export async function pageExperienceRecords(filter: RecordFilter, page: Page): Promise<PageOf<ExperienceRecordDoc>> {
  return pageOf(ExperienceRecordModel, whereOf(filter), page);
}

export async function pageLevelRecords(filter: RecordFilter, page: Page): Promise<PageOf<LevelRecordDoc>> {
  return pageOf(LevelRecordModel, whereOf(filter), page);
}
