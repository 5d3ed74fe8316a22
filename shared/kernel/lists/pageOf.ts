import type { Model, QueryFilter, SortOrder } from "mongoose";

/** Which rows of a list are asked for: pages begin at 1; a size of -1 is all of them, 10,000 at most. */
export interface Page {
  pageNo: number;
  pageSize: number;
}
export interface PageOf<T> {
  list: T[];
  /** Of all pages. */
  total: number;
}

const MOST = 10_000;
/** Rows that were made at the same moment keep their order over pages. */
const newestFirst = { createdAt: -1, _id: -1 } as const;

/** A page of a list, and how many rows there are. */
export async function pageOf<T>(
  model: Model<T>,
  filter: QueryFilter<T>,
  { pageNo, pageSize }: Page,
  sort: Record<string, SortOrder> = newestFirst,
): Promise<PageOf<T>> {
  const isAll = pageSize === -1;
  const [list, total] = await Promise.all([
    model
      .find(filter)
      .sort(sort)
      .skip(isAll ? 0 : (pageNo - 1) * pageSize)
      .limit(isAll ? MOST : pageSize)
      .lean<T[]>(),
    model.countDocuments(filter),
  ]);
  return { list, total };
}
