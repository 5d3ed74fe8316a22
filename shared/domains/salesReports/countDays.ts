import { checkpoint } from "#shared/kernel/request/context.js";
import { clock } from "#shared/kernel/time/clock.js";
import { shopDay, wasSettled, type DayMarker } from "./days.js";

/** How many missed days are caught up on after an outage. */
const MOST_MISSED = 31;

interface Counting {
  find: (day: string) => Promise<DayMarker | null>;
  /** Counts all of a day that can be counted now, and replaces its numbers. */
  countWhole: (day: string) => Promise<unknown>;
  /** Adds what happened after `countedUntil`. */
  addWindows: (day: string, countedUntil: Date) => Promise<void>;
}

/**
 * Today and every earlier day that is not settled: what is new is added to its numbers. A day that has settled is counted
 * once more as a whole, with what was written too late for its window; so is a day of which is not known what is counted.
 */
export async function countDays({ find, countWhole, addWindows }: Counting): Promise<void> {
  const now = clock.now();
  const open: { day: string; countedUntil: Date | null }[] = [];
  for (let daysAgo = 0; daysAgo <= MOST_MISSED; daysAgo++) {
    const day = shopDay(daysAgo);
    const marker = await find(day);
    if (marker && wasSettled(day, marker.countedAt)) break;
    open.push({ day, countedUntil: marker?.countedUntil ?? null });
  }
  // The oldest first, as a run that ends midway must not leave a gap behind the last settled day.
  for (const { day, countedUntil } of open.toReversed()) {
    checkpoint();
    if (countedUntil && !wasSettled(day, now)) await addWindows(day, countedUntil);
    else await countWhole(day);
  }
}
