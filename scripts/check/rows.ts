import type mongoose from "mongoose";
import { fieldsOf, type Rows } from "./collections.js";

export type { Rows } from "./collections.js";

interface Violation {
  invariant: "I1" | "I2" | "I3" | "I4" | "I5" | "I6" | "I7" | "I8" | "I9";
  about: string;
  what: string;
}

export interface CheckReport {
  /** Rows read, by invariant. */
  looked: Record<string, number>;
  violations: Violation[];
}

/** The rows to read one by one, in the order of an index, as memory may not hold them all. */
interface Order {
  where?: object;
  sort?: Record<string, 1 | -1>;
}

/** All rows of one snapshot. A whole collection is fetched once, however many checks read it. */
export interface Read {
  <C extends keyof Rows>(collection: C, filter?: object): Promise<Rows[C][]>;
  /** One by one, without keeping any: for the largest collections. */
  each<C extends keyof Rows>(collection: C, order?: Order): AsyncIterable<Rows[C]>;
}

const BATCH = 5_000;

export function readerOf(db: mongoose.mongo.Db, session: mongoose.mongo.ClientSession): Read {
  const whole = new Map<keyof Rows, unknown[]>();
  const find = (collection: keyof Rows, filter: object) =>
    db.collection(collection).find(filter, { session, projection: fieldsOf[collection], batchSize: BATCH });
  const read = async <C extends keyof Rows>(collection: C, filter?: object): Promise<Rows[C][]> => {
    if (filter) return (await find(collection, filter).toArray()) as never;
    const rows = whole.get(collection) ?? (await find(collection, {}).toArray());
    whole.set(collection, rows);
    return rows as never;
  };
  return Object.assign(read, {
    each: <C extends keyof Rows>(collection: C, { where = {}, sort = {} }: Order = {}) =>
      find(collection, where).sort(sort) as unknown as AsyncIterable<Rows[C]>,
  });
}

export function add(report: CheckReport, invariant: Violation["invariant"], about: string, what: string): void {
  report.violations.push({ invariant, about, what });
}

export const byId = <R extends { _id: number }>(list: R[]): Map<number, R> =>
  new Map(list.map((row) => [row._id, row]));

/** Adds `by` to the sum of `key`. */
export function addTo<K>(sums: Map<K, number>, key: K, by: number): void {
  sums.set(key, (sums.get(key) ?? 0) + by);
}

export function sumBy<K extends string, V extends string>(
  list: (Record<K, number> & Record<V, number>)[],
  key: K,
  value: V,
) {
  const sums = new Map<number, number>();
  for (const row of list) addTo(sums, row[key], row[value]);
  return sums;
}

export function groupBy<K extends string, R extends Record<K, number>>(list: R[], key: K): Map<number, R[]> {
  const groups = new Map<number, R[]>();
  for (const row of list) {
    const group = groups.get(row[key]);
    if (group) group.push(row);
    else groups.set(row[key], [row]);
  }
  return groups;
}
