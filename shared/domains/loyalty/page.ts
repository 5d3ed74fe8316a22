import type { Model, QueryFilter } from "mongoose";

export interface Paging {
  pageNo: number;
  pageSize: number;
}
export interface Page<T> {
  list: T[];
  total: number;
}

/** A page of rows by their making, newest first. */
export async function pageNewestFirst<T extends { createdAt: Date }>(
  model: Model<T>,
  filter: QueryFilter<T>,
  { pageNo, pageSize }: Paging,
): Promise<Page<T>> {
  const list = await model
    .find(filter)
    .sort({ createdAt: -1, _id: -1 })
    .skip((pageNo - 1) * pageSize)
    .limit(pageSize)
    .lean<T[]>();
  return { list, total: await model.countDocuments(filter) };
}

/**
 * [from, to], both included, as a condition. Half-open, as a moment is a whole millisecond: the store in use takes an
 * inclusive bound on an index field that has another one behind it for an exclusive one.
 */
export const within = ([from, to]: readonly [Date, Date]) => ({ $gte: from, $lt: new Date(to.getTime() + 1) });
