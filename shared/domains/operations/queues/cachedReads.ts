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

/** Shows an operator's act at once, to callers of this process. */
export function invalidateReads(): void {
  for (const forget of all) forget();
}
