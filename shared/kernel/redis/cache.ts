import { LRUCache } from "lru-cache";
import { broadcast, broadcastsArrive, onBroadcast } from "./broadcast.js";
import { afterCommit, isInTransaction, outsideTransaction } from "../mongo/mongo.js";

interface Cache<T> {
  /**
   * What is kept under the key, or what `load` reads now; callers at the same moment share one read. They share the
   * value as well: it must not be changed.
   */
  read(key: string, load: () => Promise<T>): Promise<T>;
  /** In every process, once the running transaction has committed: one key, or all. */
  invalidate(key?: string): void;
}

const ALL = "*";

interface CacheOptions {
  ttlMs: number;
  max: number;
  /** A setting of the shop, which no transaction writes and then reads: what is kept serves inside one, too. */
  isSetting?: boolean;
}

/**
 * Remembers what is read far more often than written. A writer says `invalidate`: this process drops it at once, the others as
 * soon as the word reaches them. While words would not reach this process nothing is kept, and `ttlMs` bounds how long a
 * lost word can matter.
 */
export function defineCache<T>(name: string, { ttlMs, max, isSetting = false }: CacheOptions): Cache<T> {
  const topic = `cache:${name}`;
  const kept = new LRUCache<string, Promise<T>>({ max, ttl: ttlMs });
  onBroadcast(topic, (key) => void (key === ALL ? kept.clear() : kept.delete(key)));
  return {
    read(key, load) {
      // A transaction must see its own snapshot, and its writes.
      if (!broadcastsArrive() || (isInTransaction() && !isSetting)) return load();
      const found = kept.get(key);
      if (found) return found;
      // Never with the session of a transaction that may be over before the read is. Awaited: a query is a promise from then on.
      const loading = outsideTransaction(async () => await load());
      kept.set(key, loading);
      // A failure is told to those who wait for it and to nobody after them.
      loading.catch(() => void (kept.peek(key) === loading && kept.delete(key)));
      return loading;
    },
    // A read that began before the write may still be under way: forgetting it too keeps its old value from later readers.
    invalidate: (key = ALL) => afterCommit(() => broadcast(topic, key)),
  };
}
