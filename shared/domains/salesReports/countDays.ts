import { checkpoint } from "#shared/kernel/request/context.js";
import { clock, hours } from "#shared/kernel/time/clock.js";
import { shopDay, wasSettled, type DayMarker } from "./days.js";

/** How many missed days are caught up on after an outage. */
const MOST_MISSED = 31;
/** How old the last count of the whole day gets: a provider may report a payment long after it was made. */
const WHOLE_EVERY_MS = hours(1);

interface Counting {
  find: (day: string) => Promise<DayMarker | null>;
  /** Counts all of a day that can be counted now, and replaces its numbers. */
  countWhole: (day: string) => Promise<unknown>;
  /** Adds what happened after `countedUntil`. */
  addWindows: (day: string, countedUntil: Date) => Promise<void>;
}

/**
 * Today and every earlier day that is not settled: what is new is added to its numbers. A day is counted as a whole, with
 * what was written too late for its window, every hour, and once more when it has settled; so is a day of which is not known
 * what is counted.
 */
export async function countDays({ find, countWhole, addWindows }: Counting): Promise<void> {
  const now = clock.now();
  const isOld = (marker: DayMarker | null): boolean =>
    !marker || now.getTime() - marker.countedAt.getTime() >= WHOLE_EVERY_MS;
  const open: { day: string; addAfter: Date | undefined }[] = [];
  for (let daysAgo = 0; daysAgo <= MOST_MISSED; daysAgo++) {
    const day = shopDay(daysAgo);
    const marker = await find(day);
    if (marker && wasSettled(day, marker.countedAt)) break;
    const isDue = daysAgo === 0 ? isOld(marker) : wasSettled(day, now);
    open.push({ day, addAfter: (!isDue && marker?.countedUntil) || undefined });
  }
  // The oldest first, as a run that ends midway must not leave a gap behind the last settled day.
  for (const { day, addAfter } of open.toReversed()) {
    checkpoint();
    if (addAfter) await addWindows(day, addAfter);
    else await countWhole(day);
  }
}
