import type { Model, QueryFilter } from "mongoose";
import { newestFirst } from "./pageOf.js";

const ROWS_AT_ONCE = 500;

interface Row {
  _id: number | string;
  createdAt: Date;
}

/**
 * All rows of a search, newest first, for as long as the reader takes. Each command finds its rows by the last one read,
 * so that the store keeps no cursor and puts no more than these in order, however many there are.
 */
export async function* eachOf<T extends Row>(
  model: Model<T>,
  filter: QueryFilter<T>,
  fields: Partial<Record<keyof T & string, 0>> = {},
): AsyncGenerator<T> {
  const read = (bounds: object): PromiseLike<T[]> =>
    model
      .find({ ...filter, ...bounds }, fields)
      .sort(newestFirst)
      .limit(ROWS_AT_ONCE)
      .lean<T[]>();
  for (let last: T | undefined; ;) {
    const sameMoment = last ? await read({ createdAt: last.createdAt, _id: also(filter, "_id", last._id) }) : [];
    const older = last ? { createdAt: also(filter, "createdAt", last.createdAt) } : {};
    const rows = sameMoment.length > 0 ? sameMoment : await read(older);
    yield* rows;
    if (sameMoment.length === 0 && rows.length < ROWS_AT_ONCE) return;
    last = rows.at(-1);
  }
}

/** A field's own bounds, and less than this. */
const also = <T>(filter: QueryFilter<T>, field: string, least: unknown): object => ({
  ...(filter as Record<string, object | undefined>)[field],
  $lt: least,
});
