import { compareValues, valueAt, type Doc } from "./values.js";

/** An index entry of a row: one for each of its values. */
export interface Entry<R> {
  key: readonly unknown[];
  row: R;
  /** Rows with the same key are in insertion order. */
  order: number;
}

/** One end of a range: the first fields of a key. */
export interface Bound {
  key: readonly unknown[];
  /** Whether keys with this prefix are included. */
  inclusive: boolean;
}

export interface IndexOptions {
  name: string;
  sparse: boolean;
  unique: boolean;
  /** The rows that it covers; default all. */
  partial?: (doc: Doc) => boolean;
  /** It only enforces uniqueness, or is of an unsupported kind: no query uses it. */
  isPassedOver: boolean;
}

const MOST_IN_CHUNK = 1_024;

/** Sorted entries in chunks, so that an insertion or removal does not move all. */
export class SortedIndex<R> {
  readonly fields: readonly string[];
  readonly directions: readonly number[];
  readonly options: IndexOptions;
  /** Some row has several keys. */
  isMultikey = false;
  private readonly heads: readonly string[];
  private readonly chunks: Entry<R>[][] = [];

  constructor(keys: Record<string, number>, options: IndexOptions) {
    this.fields = Object.keys(keys);
    this.directions = Object.values(keys);
    this.heads = this.fields.map((field) => field.split(".")[0]!);
    this.options = options;
  }

  /** A field that a change does not touch keeps the identical value, not only an equal one. */
  isUntouched(before: Doc, after: Doc): boolean {
    return !this.options.partial && this.heads.every((head) => before[head] === after[head]);
  }

  keysOf(doc: Doc): unknown[][] {
    const { sparse, partial } = this.options;
    if (partial && !partial(doc)) return [];
    const values = this.fields.map((field) => valueAt(doc, field));
    if (sparse && values.every((value) => value === undefined)) return [];
    let keys: unknown[][] = [[]];
    for (const value of values) {
      const each = Array.isArray(value) ? (value.length > 0 ? value : [undefined]) : [value];
      keys =
        each.length === 1
          ? keys.map((key) => [...key, each[0]])
          : each.flatMap((one) => keys.map((key) => [...key, one]));
    }
    if (keys.length > 1) this.isMultikey = true;
    return keys;
  }

  add(entry: Entry<R>): void {
    const at = this.chunkOf((one) => this.compareEntries(one, entry) >= 0);
    const chunk = this.chunks[at] ?? this.chunks.at(-1);
    if (!chunk) {
      this.chunks.push([entry]);
      return;
    }
    chunk.splice(
      firstIn(chunk, (one) => this.compareEntries(one, entry) >= 0),
      0,
      entry,
    );
    if (chunk.length > MOST_IN_CHUNK)
      this.chunks.splice(this.chunks.indexOf(chunk) + 1, 0, chunk.splice(MOST_IN_CHUNK / 2));
  }

  remove(entry: Entry<R>): void {
    const at = this.chunkOf((one) => this.compareEntries(one, entry) >= 0);
    const chunk = this.chunks[at];
    const place = chunk ? firstIn(chunk, (one) => this.compareEntries(one, entry) >= 0) : -1;
    if (!chunk || chunk[place]?.row !== entry.row) throw new Error(`index ${this.options.name} has lost an entry`);
    chunk.splice(place, 1);
    if (chunk.length === 0) this.chunks.splice(at, 1);
  }

  *between(low: Bound | undefined, high: Bound | undefined, isReverse = false): Generator<Entry<R>> {
    const begins = (one: Entry<R>): boolean => !low || this.comparePrefix(one, low.key) >= (low.inclusive ? 0 : 1);
    const isOver = (one: Entry<R>): boolean => !!high && this.comparePrefix(one, high.key) >= (high.inclusive ? 1 : 0);
    if (isReverse) {
      const past = this.chunkOf(isOver);
      for (let at = Math.min(past, this.chunks.length - 1); at >= 0; at--) {
        const chunk = this.chunks[at]!;
        for (let place = (at === past ? firstIn(chunk, isOver) : chunk.length) - 1; place >= 0; place--) {
          if (!begins(chunk[place]!)) return;
          yield chunk[place]!;
        }
      }
      return;
    }
    const first = this.chunkOf(begins);
    for (let at = first; at < this.chunks.length; at++) {
      const chunk = this.chunks[at]!;
      for (let place = at === first ? firstIn(chunk, begins) : 0; place < chunk.length; place++) {
        if (isOver(chunk[place]!)) return;
        yield chunk[place]!;
      }
    }
  }

  /** The first chunk whose last entry fulfils `is`, as all later ones do. */
  private chunkOf(is: (entry: Entry<R>) => boolean): number {
    return firstIn(this.chunks, (chunk) => is(chunk.at(-1)!));
  }

  private comparePrefix(entry: Entry<R>, key: readonly unknown[]): number {
    for (let at = 0; at < key.length; at++) {
      const order = compareValues(entry.key[at], key[at]);
      if (order !== 0) return Math.sign(order * this.directions[at]!);
    }
    return 0;
  }

  private compareEntries(a: Entry<R>, b: Entry<R>): number {
    return this.comparePrefix(a, b.key) || a.order - b.order;
  }
}

/** The first index of a list from which all entries fulfil `is`. */
function firstIn<T>(list: readonly T[], is: (one: T) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (is(list[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
