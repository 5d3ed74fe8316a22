import { log } from "#shared/kernel/observability/log.js";

/** Real time, as all of them are read for operators who look. */
interface Entry<T> {
  at: number;
  value: Promise<T>;
  /** When the value was read; earlier than `at` while it is read anew. */
  readAt: number;
}
interface CacheOptions {
  /** While it is read anew, callers get the old value if it is not older than this. */
  staleMs?: number;
}

const all: (() => void)[] = [];

/** A value that is read once for all callers within `ms`; a failure is not cached. */
export function cached<T>(ms: number, read: () => Promise<T>, { staleMs = 0 }: CacheOptions = {}): () => Promise<T> {
  let entry: Entry<T> | undefined;
  all.push(() => void (entry = undefined));
  const readNow = (): Promise<T> => {
    const at = Date.now();
    const old = entry && at - entry.readAt < staleMs ? entry : undefined;
    const value = read();
    const mine = { at, value: old?.value ?? value, readAt: old?.readAt ?? at };
    entry = mine;
    value.then(
      () => void (entry === mine && Object.assign(mine, { value, readAt: at })),
      () => void (entry === mine && (entry = undefined)),
    );
    return mine.value;
  };
  return () => (entry && Date.now() - entry.at < ms ? entry.value : readNow());
}

/** The same for each of a few keys. */
export function cachedBy<K extends string, T>(
  ms: number,
  read: (key: K) => Promise<T>,
  options: CacheOptions = {},
): (key: K) => Promise<T> {
  const readers = new Map<K, () => Promise<T>>();
  return (key) => {
    const known = readers.get(key) ?? cached(ms, () => read(key), options);
    readers.set(key, known);
    return known();
  };
}

/** What is read anew may take at most one part in so many of the store's time. */
const PAUSE_TIMES = 50;
const LONG_MS = 100;

/**
 * A value that is read for a caller when `leastMs` have passed, and more the longer it takes to read. What takes long is
 * answered as it was while it is read anew.
 */
export function unhurried<T>(leastMs: number, read: () => Promise<T>): () => Promise<T> {
  let last: { value: T; tookMs: number; at: number } | undefined;
  let reading: Promise<T> | undefined;
  // What is being read may be from before the act.
  all.push(() => void (last = reading = undefined));
  const readAnew = (): Promise<T> => {
    const at = Date.now();
    const mine = read()
      .then((value) => {
        if (reading === mine) last = { value, tookMs: Date.now() - at, at };
        return value;
      })
      .finally(() => void (reading === mine && (reading = undefined)));
    return mine;
  };
  return async () => {
    if (last && Date.now() - last.at < Math.max(leastMs, last.tookMs * (PAUSE_TIMES + 1))) return last.value;
    reading ??= readAnew();
    if (!last || last.tookMs < LONG_MS) return await reading;
    reading.catch((error: unknown) => log.debug({ err: error }, "what operators look at could not be read"));
    return last.value;
  };
}

/** Shows an operator's act at once, to callers of this process. */
export function invalidateReads(): void {
  for (const forget of all) forget();
}
