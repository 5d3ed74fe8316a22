import { LRUCache } from "lru-cache";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { isInTransaction } from "#shared/kernel/mongo/mongo.js";
import { contentVersions, type ContentKind } from "./contentVersion.js";

interface ContentCache<T extends object> {
  /**
   * What is kept under the key, or what `load` makes now of these kinds of content. Callers at the same moment share one
   * load; they share the value as well, which must not be changed. What is there is there at once, without a promise.
   */
  read(kinds: readonly ContentKind[], key: string, load: () => Promise<T>): T | Promise<T>;
  /** What is kept under the key and good; undefined where that is not known at once. */
  peek(kinds: readonly ContentKind[], key: string): T | undefined;
}

type Versions = ReadonlyMap<ContentKind, number>;

const LIFETIME_MS = minutes(5);

/**
 * Content for 5 min at most, and never older than a change of its kinds by more than 5 s, in any process (rules: Website):
 * each value bears the versions that stood before it was made. It needs no Redis for that; the word of a change only
 * makes it quicker.
 */
export function defineContentCache<T extends object>({
  maxBytes,
  sizeOf,
}: {
  maxBytes: number;
  sizeOf: (value: T) => number;
}): ContentCache<T> {
  const kept = new LRUCache<string, { stamp: string; madeAt: number; value: T }>({
    maxSize: maxBytes,
    sizeCalculation: ({ value }, key) => sizeOf(value) + key.length + 200,
  });
  const loads = new Map<string, Promise<T>>();
  const stampOf = (versions: Versions, kinds: readonly ContentKind[]): string => {
    let stamp = "";
    for (const kind of kinds) stamp += `${versions.get(kind) ?? 0}.`;
    return stamp;
  };
  const keptOf = (key: string, stamp: string): T | undefined => {
    const found = kept.get(key);
    const age = found ? clock.ms() - found.madeAt : Infinity;
    return found?.stamp === stamp && age >= 0 && age <= LIFETIME_MS ? found.value : undefined;
  };
  const readOf = (
    versions: Versions,
    kinds: readonly ContentKind[],
    key: string,
    load: () => Promise<T>,
  ): T | Promise<T> => {
    const stamp = stampOf(versions, kinds);
    const found = keptOf(key, stamp);
    if (found) return found;
    const loadKey = `${stamp}${key}`;
    let loading = loads.get(loadKey);
    if (!loading) {
      const madeAt = clock.ms();
      loading = load()
        .then((value) => {
          kept.set(key, { stamp, madeAt, value });
          return value;
        })
        .finally(() => loads.delete(loadKey));
      loads.set(loadKey, loading);
    }
    return loading;
  };
  return {
    read(kinds, key, load) {
      // A transaction must see its own snapshot, and its writes.
      if (isInTransaction()) return load();
      const versions = contentVersions();
      if (versions instanceof Promise) return versions.then((known) => readOf(known, kinds, key, load));
      return readOf(versions, kinds, key, load);
    },
    peek(kinds, key) {
      if (isInTransaction()) return undefined;
      const versions = contentVersions();
      return versions instanceof Promise ? undefined : keptOf(key, stampOf(versions, kinds));
    },
  };
}
