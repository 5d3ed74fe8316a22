import { LRUCache } from "lru-cache";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { isInTransaction } from "#shared/kernel/mongo/mongo.js";
import { contentVersions, type ContentKind } from "./contentVersion.js";

interface ContentCache<T extends object> {
  /**
   * The value cached under the key, or else loaded now from these kinds of content. Concurrent callers share one load,
   * and the value as well, which must not be changed. A cached value is returned at once, without a promise.
   */
  read(kinds: readonly ContentKind[], key: string, load: () => Promise<T>): T | Promise<T>;
  /** The valid value cached under the key; undefined if that is not known at once. */
  peek(kinds: readonly ContentKind[], key: string): T | undefined;
}

type Versions = ReadonlyMap<ContentKind, number>;

const LIFETIME_MS = minutes(5);

/**
 * Caches content for 5 min at most, and for at most 5 s after a change of its kinds, in any process (rules: Website):
 * each value carries the versions read before it was loaded. It needs no Redis for that; broadcasts of changes only
 * make it faster.
 */
export function defineContentCache<T extends object>({
  maxBytes,
  sizeOf,
}: {
  maxBytes: number;
  sizeOf: (value: T) => number;
}): ContentCache<T> {
  const entries = new LRUCache<string, { stamp: string; madeAt: number; value: T }>({
    maxSize: maxBytes,
    sizeCalculation: ({ value }, key) => sizeOf(value) + key.length + 200,
  });
  const loads = new Map<string, Promise<T>>();
  const stampOf = (versions: Versions, kinds: readonly ContentKind[]): string => {
    let stamp = "";
    for (const kind of kinds) stamp += `${versions.get(kind) ?? 0}.`;
    return stamp;
  };
  const cachedValue = (key: string, stamp: string): T | undefined => {
    const found = entries.get(key);
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
    const found = cachedValue(key, stamp);
    if (found) return found;
    const loadKey = `${stamp}${key}`;
    let loading = loads.get(loadKey);
    if (!loading) {
      const madeAt = clock.ms();
      loading = load()
        .then((value) => {
          entries.set(key, { stamp, madeAt, value });
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
      return versions instanceof Promise ? undefined : cachedValue(key, stampOf(versions, kinds));
    },
  };
}
