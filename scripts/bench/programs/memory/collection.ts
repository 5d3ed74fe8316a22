import type { Filter, Limits } from "./filter.js";
import { SortedIndex, type Bound, type Entry, type IndexOptions } from "./sortedIndex.js";
import { BSON, comparing, keyOf, type Doc } from "./values.js";

export interface Row {
  doc: Doc;
  /** Its wire format, once it was needed. */
  bytes: Uint8Array | undefined;
  order: number;
  /** By index. */
  entries: Entry<Row>[][];
}
interface Wanted {
  sort?: Record<string, number> | undefined;
  skip?: number | undefined;
  limit?: number | undefined;
}

/** Another transaction's uncommitted write. */
export class Conflict extends Error {
  readonly holder: Transaction;
  constructor(holder: Transaction) {
    super("WriteConflict: another transaction holds the row");
    this.holder = holder;
  }
}
export class DuplicateKey extends Error {
  readonly keyPattern: Record<string, number>;
  readonly keyValue: Doc;
  constructor(namespace: string, index: string, keyPattern: Record<string, number>, keyValue: Doc) {
    super(`E11000 duplicate key error collection: ${namespace} index: ${index} dup key: ${JSON.stringify(keyValue)}`);
    this.keyPattern = keyPattern;
    this.keyValue = keyValue;
  }
}

/** Its writes can be undone, and nobody else may write those rows until it ends. */
export class Transaction {
  readonly undo: (() => void)[] = [];
  readonly holds: (() => void)[] = [];
  readonly ended: Promise<void>;
  isUndoing = false;
  private resolveEnded: () => void = () => undefined;
  constructor() {
    this.ended = new Promise((done) => (this.resolveEnded = done));
  }
  end(isCommit: boolean): void {
    this.isUndoing = !isCommit;
    if (this.isUndoing) for (const one of this.undo.toReversed()) one();
    for (const one of this.holds) one();
    this.resolveEnded();
  }
}

/** Up to this many keys of an index are looked up one by one. */
const MOST_POINTS = 1_000;
/** Created when a range of ids is queried. */
const BY_ID: IndexOptions = { name: "_id_", sparse: false, unique: false, isPassedOver: false };

/** A row that a transaction has written: others see its previous state until the transaction ends. */
interface Held {
  by: Transaction;
  /** undefined: it did not exist. */
  before: Doc | undefined;
  order: number;
}

/** Rows by their `_id`, and in the order of each index. */
export class Collection {
  readonly namespace: string;
  readonly indexes: SortedIndex<Row>[] = [];
  private readonly rows = new Map<unknown, Row>();
  private readonly holders = new Map<unknown, Held>();
  private written = 0;

  constructor(namespace: string) {
    this.namespace = namespace;
  }

  get size(): number {
    return this.rows.size;
  }

  *all(transaction?: Transaction): Generator<Doc> {
    for (const [key, { doc }] of this.rows) if (!this.isOfOther(key, transaction)) yield doc;
    for (const { doc } of this.asTheyWere(transaction)) yield doc;
  }

  addIndex(keys: Record<string, number>, options: IndexOptions): void {
    if (this.indexes.some((index) => index.options.name === options.name)) return;
    const index = new SortedIndex<Row>(keys, options);
    this.indexes.push(index);
    for (const row of this.rows.values()) {
      const entries = index.keysOf(row.doc).map((key) => ({ key, row, order: row.order }));
      row.entries.push(entries);
      for (const entry of entries) index.add(entry);
    }
  }

  insert(doc: Doc, bytes?: Uint8Array, transaction?: Transaction): void {
    this.hold(doc["_id"], transaction);
    if (this.rows.has(keyOf(doc["_id"])))
      throw new DuplicateKey(this.namespace, "_id_", { _id: 1 }, { _id: doc["_id"] });
    const row: Row = { doc, bytes, order: ++this.written, entries: this.indexes.map(() => []) };
    this.put(row);
    transaction?.undo.push(() => this.leave(row));
  }

  replace(row: Row, doc: Doc, transaction?: Transaction): void {
    this.hold(doc["_id"], transaction);
    const { doc: before } = row;
    this.enter(row, doc, before);
    row.doc = doc;
    row.bytes = undefined;
    transaction?.undo.push(() => this.replace(row, before));
  }

  remove(row: Row, transaction?: Transaction): void {
    this.hold(row.doc["_id"], transaction);
    this.leave(row);
    transaction?.undo.push(() => this.put(row));
  }

  find(filter: Filter, { sort, skip = 0, limit = 0 }: Wanted = {}, transaction?: Transaction): Row[] {
    const { rows, isSorted: isInOrder } = this.candidates(filter, sort);
    const found: Row[] = [];
    for (const row of rows) {
      if (!filter.test(row.doc) || this.isOfOther(keyOf(row.doc["_id"]), transaction)) continue;
      found.push(row);
      if (isInOrder && limit > 0 && found.length === skip + limit) break;
    }
    const others = [...this.asTheyWere(transaction)].filter(({ doc }) => filter.test(doc));
    found.push(...others);
    const isSorted = !sort || (isInOrder && others.length === 0);
    if (!isSorted) {
      const compare = comparing(sort!);
      found.sort((a, b) => compare(a.doc, b.doc));
    }
    return skip > 0 || limit > 0 ? found.slice(skip, limit > 0 ? skip + limit : undefined) : found;
  }

  static bytesOf(row: Row): Uint8Array {
    return (row.bytes ??= BSON.serialize(row.doc));
  }

  /** Called before the first of several rows changes: a statement that meets another's row is restarted. */
  assertFree(rows: readonly Row[], transaction: Transaction | undefined): void {
    for (const { doc } of rows) {
      const held = this.holders.get(keyOf(doc["_id"]));
      if (held && held.by !== transaction && !held.by.isUndoing) throw new Conflict(held.by);
    }
  }

  private isOfOther(key: unknown, transaction: Transaction | undefined): boolean {
    const held = this.holders.size > 0 ? this.holders.get(key) : undefined;
    return held !== undefined && held.by !== transaction;
  }

  /** The previous state of uncommitted rows: readable, but a write to them is refused. */
  private *asTheyWere(transaction: Transaction | undefined): Generator<Row> {
    for (const { by, before, order } of this.holders.values())
      if (by !== transaction && before) yield { doc: before, bytes: undefined, order, entries: [] };
  }

  /** Reserves the row for a transaction; without one it only checks that no other holds it. */
  private hold(id: unknown, transaction: Transaction | undefined): void {
    const key = keyOf(id);
    const held = this.holders.get(key);
    if (held && held.by !== transaction) {
      // The holder is undoing it.
      if (!transaction && held.by.isUndoing) return;
      throw new Conflict(held.by);
    }
    if (!transaction || held) return;
    const row = this.rows.get(key);
    this.holders.set(key, { by: transaction, before: row?.doc, order: row?.order ?? 0 });
    transaction.holds.push(() => this.holders.delete(key));
  }

  /** Updates the indexes whose keys changed: unique ones are checked first, as they may refuse it. */
  private enter(row: Row, doc: Doc, before: Doc | undefined): void {
    const moved = this.indexes.flatMap((index, at) => {
      if (before && index.isUntouched(before, doc)) return [];
      const keys = index.keysOf(doc);
      const now = row.entries[at]!;
      if (before && now.length === keys.length && now.every(({ key }, one) => isSame(key, keys[one]!))) return [];
      return [{ index, at, keys }];
    });
    for (const { index, keys } of moved)
      if (index.options.unique) for (const key of keys) this.refuseDuplicate(index, key, row);
    for (const { index, at, keys } of moved) {
      for (const entry of row.entries[at]!) index.remove(entry);
      row.entries[at] = keys.map((key) => ({ key, row, order: row.order }));
      for (const entry of row.entries[at]) index.add(entry);
    }
  }

  private put(row: Row): void {
    this.enter(row, row.doc, undefined);
    this.rows.set(keyOf(row.doc["_id"]), row);
  }

  private leave(row: Row): void {
    this.indexes.forEach((index, at) => {
      for (const entry of row.entries[at]!) index.remove(entry);
      row.entries[at] = [];
    });
    this.rows.delete(keyOf(row.doc["_id"]));
  }

  private refuseDuplicate(index: SortedIndex<Row>, key: readonly unknown[], row: Row): void {
    const bound: Bound = { key, inclusive: true };
    for (const entry of index.between(bound, bound)) {
      if (entry.row === row) continue;
      const pattern = Object.fromEntries(index.fields.map((field, at) => [field, index.directions[at]!]));
      const value = Object.fromEntries(index.fields.map((field, at) => [field, key[at]]));
      throw new DuplicateKey(this.namespace, index.options.name, pattern, value);
    }
  }

  private candidates(filter: Filter, sort: Wanted["sort"]): { rows: Iterable<Row>; isSorted: boolean } {
    const ids = filter.limits.get("_id")?.equal;
    if (ids) {
      const rows = [...new Set(ids.map(keyOf))].flatMap((key) => this.rows.get(key) ?? []);
      return { rows, isSorted: !sort || rows.length < 2 };
    }
    if (filter.limits.has("_id") || Object.keys(sort ?? {})[0] === "_id") this.addIndex({ _id: 1 }, BY_ID);
    let best: Plan | undefined;
    for (const index of this.indexes) {
      const plan = planOf(index, filter, sort);
      if (plan && (!best || plan.worth > best.worth)) best = plan;
    }
    if (!best) return { rows: this.rows.values(), isSorted: !sort };
    return { rows: rowsOf(best), isSorted: best.isSorted || !sort };
  }
}

interface Plan {
  index: SortedIndex<Row>;
  points: unknown[][];
  range: Limits | undefined;
  isSorted: boolean;
  isReverse: boolean;
  worth: number;
}

/** How an index could serve the query; undefined: not at all. */
function planOf(index: SortedIndex<Row>, { limits }: Filter, sort: Wanted["sort"]): Plan | undefined {
  const { fields, directions, options } = index;
  const isLimited = fields.some((field) => limits.has(field));
  if (options.isPassedOver || (options.sparse && !isLimited)) return undefined;
  let points: unknown[][] = [[]];
  let equal = 0;
  for (; equal < fields.length; equal++) {
    const values = limits.get(fields[equal]!)?.equal;
    if (!values || values.length * points.length > MOST_POINTS) break;
    points = points.flatMap((point) => values.map((value) => [...point, value]));
  }
  const next = fields[equal];
  const limit = next === undefined ? undefined : limits.get(next);
  const range = limit?.above || limit?.below ? limit : undefined;
  const sorted = Object.entries(sort ?? {}).filter(([field]) => !(limits.get(field)?.equal?.length === 1));
  const turns = sorted.map(([field, direction], at) =>
    fields[equal + at] === field ? directions[equal + at]! * direction : 0,
  );
  const isSorted = points.length === 1 && !turns.includes(0) && new Set(turns).size < 2;
  if (equal === 0 && !range && !(isSorted && sorted.length > 0)) return undefined;
  const worth = equal * 4 + (range ? 2 : 0) + (isSorted && sort ? 3 : 0);
  return { index, points, range, isSorted, isReverse: isSorted && turns[0] === -1, worth };
}

function* rowsOf({ index, points, range, isReverse }: Plan): Generator<Row> {
  const seen = index.isMultikey || points.length > 1 ? new Set<Row>() : undefined;
  for (const point of points) {
    const whole: Bound = { key: point, inclusive: true };
    const at = (end: Limits["above"]): Bound =>
      end ? { key: [...point, end.value], inclusive: end.inclusive } : whole;
    const isDescending = index.directions[point.length] === -1;
    const [low, high] = isDescending ? [at(range?.below), at(range?.above)] : [at(range?.above), at(range?.below)];
    for (const { row } of index.between(low, high, isReverse)) {
      if (seen?.has(row)) continue;
      seen?.add(row);
      yield row;
    }
  }
}

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.every((value, at) => keyOf(value) === keyOf(b[at]));
