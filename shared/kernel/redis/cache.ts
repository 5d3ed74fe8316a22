import { LRUCache } from "lru-cache";
import { broadcast, broadcastsArrive, onBroadcast } from "./broadcast.js";
import { afterCommit, isInTransaction, outsideTransaction } from "../mongo/mongo.js";

interface Cache<T> {
  /**
   * The cached value of the key, or what `load` reads now; concurrent callers share one read. They share the value as
   * well: it must not be changed.
   */
  read(key: string, load: () => Promise<T>): Promise<T>;
  /** In every process, once the running transaction has committed: one key, or all. */
  invalidate(key?: string): void;
}

const ALL = "*";

interface CacheOptions {
  ttlMs: number;
  max: number;
  /** A setting of the shop, which no transaction writes and then reads: cached values are used inside transactions, too. */
  isSetting?: boolean;
}

/**
 * Caches what is read far more often than written. A writer calls `invalidate`: this process drops the value at once, the
 * others when the broadcast arrives. While broadcasts would not arrive here nothing is cached, and `ttlMs` bounds the
 * effect of a lost one.
 */
export function defineCache<T>(name: string, { ttlMs, max, isSetting = false }: CacheOptions): Cache<T> {
  const topic = `cache:${name}`;
  const cached = new LRUCache<string, Promise<T>>({ max, ttl: ttlMs });
  onBroadcast(topic, (key) => void (key === ALL ? cached.clear() : cached.delete(key)));
  return {
    read(key, load) {
      // A transaction must see its own snapshot, and its writes.
      if (!broadcastsArrive() || (isInTransaction() && !isSetting)) return load();
      const found = cached.get(key);
      if (found) return found;
      // Never in the session of a transaction that may end before the read. Awaited, as only that makes a query a promise.
      const loading = outsideTransaction(async () => await load());
      cached.set(key, loading);
      // A failure is thrown to the callers that wait for it, and is not cached.
      loading.catch(() => void (cached.peek(key) === loading && cached.delete(key)));
      return loading;
    },
    // A read that began before the write may still be under way: dropping it keeps its old value from later readers.
    invalidate: (key = ALL) => afterCommit(() => broadcast(topic, key)),
  };
}
