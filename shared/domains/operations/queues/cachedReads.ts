/** Real time, as all of them are read for operators who look. */
interface Entry<T> {
  at: number;
  value: Promise<T>;
}

const all: (() => void)[] = [];

/**
 * A value that is read once for all callers within `ms`; a failure is not cached. `stale`: later callers get the old
 * value while it is read anew.
 */
export function cached<T>(ms: number, read: () => Promise<T>, { stale = false } = {}): () => Promise<T> {
  let entry: Entry<T> | undefined;
  all.push(() => void (entry = undefined));
  const readNow = (): Promise<T> => {
    const before = entry?.value;
    const value = read();
    const mine = { at: Date.now(), value: stale && before ? before : value };
    entry = mine;
    value.then(
      () => void (entry === mine && (mine.value = value)),
      () => void (entry === mine && (entry = undefined)),
    );
    return mine.value;
  };
  return () => (entry && Date.now() - entry.at < ms ? entry.value : readNow());
}

/** The same for each of a few keys. */
export function cachedBy<K extends string, T>(ms: number, read: (key: K) => Promise<T>): (key: K) => Promise<T> {
  const readers = new Map<K, () => Promise<T>>();
  return (key) => {
    const known = readers.get(key) ?? cached(ms, () => read(key));
    readers.set(key, known);
    return known();
  };
}

/** Shows an operator's act at once, to callers of this process. */
export function invalidateReads(): void {
  for (const forget of all) forget();
}
