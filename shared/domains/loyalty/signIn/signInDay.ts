import { DateTime } from "luxon";

/** The shop's calendar. */
const ZONE = "Asia/Shanghai";
const FORM = "yyyy-MM-dd";

/** The day of a moment, yyyy-MM-dd. */
export function dateOf(at: Date): string {
  return DateTime.fromJSDate(at, { zone: ZONE }).toFormat(FORM);
}

/** The day before a day. */
export function dateBefore(date: string): string {
  return DateTime.fromFormat(date, FORM, { zone: ZONE }).minus({ days: 1 }).toFormat(FORM);
}

/**
 * The place of a day in the round of configured days: the one after yesterday's, 1 after a gap, and 1 again past the last
 * configured day (rules: Loyalty). `lastDay` 0: nothing is configured, and days just count on.
 */
export function nextDay(yesterdaysDay: number | null, lastDay: number): number {
  if (yesterdaysDay === null) return 1;
  const day = yesterdaysDay + 1;
  return lastDay > 0 && day > lastDay ? 1 : day;
}
