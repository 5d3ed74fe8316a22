import { LRUCache } from "lru-cache";
import { seconds } from "../time/clock.js";

/** Where pages end, and with them the count of a filtered list. */
export const MOST_COUNTED = 10_000;

/**
 * Lists that were found to be that long a moment ago, so that not each of their pages counts ten thousand rows. Changes do
 * not drop them: only one that makes a list shorter than this can be seen, and `noLongerLong` is for that.
 */
const long = new LRUCache<string, true>({ max: 1_000, ttl: seconds(10) });

/** How many rows a list has, MOST_COUNTED at most; a list that is known to be so long is not counted. */
export async function countUpToMost(list: string, count: (upTo: number) => PromiseLike<number>): Promise<number> {
  if (long.has(list)) return MOST_COUNTED;
  const found = await count(MOST_COUNTED);
  if (found === MOST_COUNTED) long.set(list, true);
  return found;
}

/** To be called when one of its pages is not full. Whether the list was taken for long. */
export const noLongerLong = (list: string): boolean => long.delete(list);
