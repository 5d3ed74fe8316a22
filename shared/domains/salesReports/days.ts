import { DateTime } from "luxon";
import { clock } from "#shared/kernel/time/clock.js";

const zone = "Asia/Shanghai";
/** Work that began before midnight is written by then. */
const SETTLED_AFTER_HOURS = 1;

/** What the row that marks a day says of its count. */
export interface DayMarker {
  /** When the whole day was last counted; windows do not change it. */
  countedAt: Date;
  /** Every event up to and including it is in the day's rows. Null, and absent in older rows: not known. */
  countedUntil?: Date | null;
}

/** yyyy-MM-dd of the shop's day, so many days ago. */
export const shopDay = (daysAgo = 0): string =>
  DateTime.fromMillis(clock.ms(), { zone }).minus({ days: daysAgo }).toISODate()!;

/** The first and the last millisecond of a day. */
export function timeOfDay(day: string): readonly [Date, Date] {
  const start = DateTime.fromISO(day, { zone });
  return [start.toJSDate(), start.endOf("day").toJSDate()];
}

/** Was a day counted after all of its writes were over? */
export function wasSettled(day: string, countedAt: Date): boolean {
  const settledAt = DateTime.fromISO(day, { zone }).endOf("day").plus({ hours: SETTLED_AFTER_HOURS });
  return countedAt > settledAt.toJSDate();
}

/** Each day from the first to the last, inclusive. */
export function daysBetween(from: string, to: string): string[] {
  const list: string[] = [];
  for (let day = DateTime.fromISO(from, { zone: "utc" }); day.toISODate()! <= to; day = day.plus({ days: 1 }))
    list.push(day.toISODate()!);
  return list;
}

/** The span of the same length right before. */
export function daysBefore(from: string, to: string): { from: string; to: string } {
  const start = DateTime.fromISO(from, { zone: "utc" });
  const length = daysBetween(from, to).length;
  return { from: start.minus({ days: length }).toISODate()!, to: start.minus({ days: 1 }).toISODate()! };
}
