import { DateTime } from "luxon";

/** The shop's time zone. */
const ZONE = "Asia/Shanghai";
const FORM = "yyyy-MM-dd";

/** yyyy-MM-dd. */
export function dateOf(at: Date): string {
  return DateTime.fromJSDate(at, { zone: ZONE }).toFormat(FORM);
}

export function dateBefore(date: string): string {
  return DateTime.fromFormat(date, FORM, { zone: ZONE }).minus({ days: 1 }).toFormat(FORM);
}

/**
 * The number of today's sign-in day: the one after yesterday's, 1 after a gap, and 1 again after the last configured
 * day (rules: Loyalty). `lastDay` 0: nothing is configured, and days count on.
 */
export function nextDay(yesterdaysDay: number | null, lastDay: number): number {
  if (yesterdaysDay === null) return 1;
  const day = yesterdaysDay + 1;
  return lastDay > 0 && day > lastDay ? 1 : day;
}
