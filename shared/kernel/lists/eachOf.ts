import type { Model, QueryFilter } from "mongoose";
import { clock, minutes } from "../time/clock.js";
import { newestFirst } from "./pageOf.js";

const ROWS_AT_ONCE = 500;
/** A list begins with its last minute. */
const FIRST_WIDTH_MS = minutes(1);
const WIDER = 4;

interface Row {
  _id: number | string;
  createdAt: Date;
}
/** Both exclusive: the embedded store treats an inclusive bound on a field that is followed by another as exclusive. */
interface Bounds {
  $gt?: Date;
  $lt?: Date;
}

/**
 * All rows of a search, newest first, for as long as the reader takes. Each command reads a span of time, as wide as some
 * hundred rows need, so that the store keeps no cursor and puts few rows in order, however many there are.
 */
export async function* eachOf<T extends Row>(
  model: Model<T>,
  filter: QueryFilter<T>,
  fields: Partial<Record<keyof T & string, 0>> = {},
): AsyncGenerator<T> {
  const own = (filter as { createdAt?: Bounds }).createdAt;
  const { $gt: from, $lt: until } = own ?? {};
  const read = (bounds: object): PromiseLike<T[]> =>
    model
      .find({ ...filter, ...bounds }, fields)
      .sort(newestFirst)
      .limit(ROWS_AT_ONCE)
      .lean<T[]>();
  const floor = from?.getTime() ?? 0;
  let below = until?.getTime();
  let width = FIRST_WIDTH_MS;
  for (;;) {
    const top = Math.min(below ?? Infinity, clock.ms());
    const above = Math.max(top - width, floor);
    const createdAt = { ...own, $gt: new Date(above), ...(below === undefined ? {} : { $lt: new Date(below) }) };
    const rows = await read({ createdAt });
    yield* rows;
    const last = rows.at(-1);
    if (last && rows.length === ROWS_AT_ONCE) {
      yield* restOfMoment(last, (_id) => read({ createdAt: last.createdAt, _id }), filter);
      width = Math.max(top - last.createdAt.getTime(), 1);
      below = last.createdAt.getTime();
      continue;
    }
    if (above === floor) return;
    below = above + 1;
    if (rows.length < ROWS_AT_ONCE / WIDER) width *= WIDER;
  }
}

/** The rows of the same millisecond that come after this one. */
async function* restOfMoment<T extends Row>(
  first: T,
  read: (id: object) => PromiseLike<T[]>,
  filter: QueryFilter<T>,
): AsyncGenerator<T> {
  const own = (filter as { _id?: object })._id;
  for (let last: T | undefined = first; last;) {
    const rows: T[] = await read({ ...own, $lt: last._id });
    yield* rows;
    last = rows.at(-1);
  }
}
