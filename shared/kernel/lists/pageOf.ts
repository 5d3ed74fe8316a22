import { mongo, type Model, type QueryFilter, type SortOrder } from "mongoose";
import { countUpToMost, MOST_COUNTED, noLongerLong } from "./longLists.js";
import { isInTransaction, logicallyDeleted } from "../mongo/mongo.js";

/** The requested rows of a list: pages begin at 1; a size of -1 is all of them, 10,000 at most; 0 none, for the total. */
export interface Page {
  pageNo: number;
  pageSize: number;
  /** The count of a filtered list stops here; by default where its pages end, and it is cached there. */
  countedTo?: number;
}
export interface PageOf<T> {
  list: T[];
  /** Of all pages; 10,000 may mean more in a filtered list of operators. */
  total: number;
}

/** A clients' page: its total is the true count, beyond the last page too (rules: Envelope and limits). */
export const countedWhole = <P extends Page>(page: P): P => ({ ...page, countedTo: Infinity });

/** Beyond these a page is found by ids. */
const MOST_SKIPPED_ROWS = 1_000;

/** By id as well, so that rows created at the same moment keep their order over pages. */
export const newestFirst = { createdAt: -1, _id: -1 } as const;

/** The rows to skip and to read. */
const rangeOf = ({ pageNo, pageSize }: Page): { skip: number; limit: number } =>
  pageSize === -1 ? { skip: 0, limit: MOST_COUNTED } : { skip: (pageNo - 1) * pageSize, limit: pageSize };

interface PageOptions {
  /** All when absent. */
  fields?: Record<string, 1>;
  /** Counts instead, where it is known how to do so without reading what the filter reads. */
  count?: () => Promise<number>;
}

/**
 * A page of a list, and how many rows there are: of a whole collection, and `countedWhole`, all; of a filtered list up to
 * `countedTo`, as counting every match would read as many keys of the index as the shop has rows.
 */
export async function pageOf<T>(
  model: Model<T>,
  filter: QueryFilter<T>,
  page: Page,
  sort: Record<string, SortOrder> = newestFirst,
  { fields = {}, count }: PageOptions = {},
): Promise<PageOf<T>> {
  const { countedTo } = page;
  const rows = rowsOf(model, filter, page, sort, fields);
  if (!count && countedTo === undefined && !isOfAll(model, filter)) {
    // Not as JSON, to which all patterns are the same.
    const name = `${model.collection.name} ${mongo.BSON.EJSON.stringify(filter)}`;
    return pageCountedToMost({ name, page, rows, count: (limit) => model.countDocuments(filter, { limit }) });
  }
  const countAll = (): PromiseLike<number> =>
    isOfAll(model, filter)
      ? model.estimatedDocumentCount()
      : model.countDocuments(filter, countedTo !== undefined && Number.isFinite(countedTo) ? { limit: countedTo } : {});
  const [list, total] = await Promise.all([rows, count ? count() : countAll()]);
  return { list, total };
}

/** Further down, the rows before the page are only walked in the index, where one has filter, sort and id: not read. */
async function rowsOf<T>(
  model: Model<T>,
  filter: QueryFilter<T>,
  page: Page,
  sort: Record<string, SortOrder>,
  fields: Record<string, 1>,
): Promise<T[]> {
  const { skip, limit } = rangeOf(page);
  if (limit === 0) return [];
  const found = model.find(filter).sort(sort).skip(skip).limit(limit);
  if (skip < MOST_SKIPPED_ROWS) return found.select(fields).lean<T[]>();
  const ids = (await found.select({ _id: 1 }).lean<{ _id: unknown }[]>()).map(({ _id }) => _id);
  const rows = await model.find({ ...filter, _id: { $in: ids } }, fields).lean<(T & { _id: unknown })[]>();
  const byId = new Map(rows.map((row) => [String(row._id), row]));
  return ids.flatMap((id) => byId.get(String(id)) ?? []);
}

interface LongPage<T> {
  /** The list's own, with its filter. */
  name: string;
  page: Page;
  rows: PromiseLike<T[]>;
  count: (upTo: number) => PromiseLike<number>;
}

/** A list that is taken for longer than its pages reach is counted again once one of them is not full. */
export async function pageCountedToMost<T>({ name, page, rows, count }: LongPage<T>): Promise<PageOf<T>> {
  const counted = (): Promise<number> => countUpToMost(name, count);
  const [list, total] = await Promise.all([rows, counted()]);
  const hasShrunk = list.length < rangeOf(page).limit && total === MOST_COUNTED && noLongerLong(name);
  return { list, total: hasShrunk ? await counted() : total };
}

/** MongoDB knows the count of a whole collection without reading it, so an unfiltered list stays fast as it grows. */
function isOfAll<T>(model: Model<T>, filter: QueryFilter<T>): boolean {
  return Object.keys(filter).length === 0 && !logicallyDeleted.has(model.collection.name) && !isInTransaction();
}

/** A page of rows that are few enough to be in memory. */
export function pageOfRows<T>(rows: readonly T[], page: Page): PageOf<T> {
  const { skip, limit } = rangeOf(page);
  return { list: rows.slice(skip, skip + limit), total: rows.length };
}

/** The last stages of an aggregation that returns a page. */
export function pageStages(page: Page): [{ $skip: number }, { $limit: number }] {
  const { skip, limit } = rangeOf(page);
  return [{ $skip: skip }, { $limit: limit }];
}
