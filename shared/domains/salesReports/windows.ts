import type { TimeSpan } from "#shared/kernel/lists/filters.js";
import { storeNow } from "#shared/kernel/mongo/storeTime.js";
import { minutes } from "#shared/kernel/time/clock.js";
import { timeOfDay } from "./days.js";

/**
 * An event is counted so long after its time, so that all events of a window are visible when it is read: MongoDB ends a
 * transaction after a minute, a host's clock may be 30 s behind MongoDB's, and 30 s are left for a provider's message.
 */
export const SETTLING_MS = minutes(2);
/** The events of a window are written in one transaction. */
const WINDOW_MS = minutes(15);

/** Up to when, inclusive, the events of a day can be counted now: from the last millisecond before it to its last one. */
export function countableUntil(day: string): Date {
  const [start, end] = timeOfDay(day).map(Number) as [number, number];
  return new Date(Math.max(start - 1, Math.min(end, storeNow().getTime() - SETTLING_MS)));
}

/**
 * What can be counted now of a day whose events up to `countedUntil`, inclusive, are counted; oldest first, each of at most
 * `longestMs`. None: too soon.
 */
export function windowsAfter(countedUntil: Date, day: string, longestMs = WINDOW_MS): TimeSpan[] {
  const until = countableUntil(day).getTime();
  const windows: TimeSpan[] = [];
  for (let from = countedUntil.getTime() + 1; from <= until; from += longestMs)
    windows.push([new Date(from), new Date(Math.min(from + longestMs - 1, until))]);
  return windows;
}

/** Where a day was counted to when a window that begins at `from` is the next one. */
export const rightBefore = (from: Date): Date => new Date(from.getTime() - 1);
