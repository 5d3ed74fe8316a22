import { DateTime } from "luxon";
import { clock } from "#shared/kernel/time/clock.js";

/** Statements are per day of the providers' time zone. */
const zone = "Asia/Shanghai";

/** yyyy-MM-dd. */
export const dayOf = (at: Date): string => DateTime.fromJSDate(at, { zone }).toFormat("yyyy-MM-dd");
/** The day `back` days before today. */
export const daysBack = (back: number): string =>
  DateTime.fromMillis(clock.ms(), { zone }).minus({ days: back }).toFormat("yyyy-MM-dd");
/** The start of the day (inclusive) and of the next one (exclusive). */
export function boundsOf(day: string): { from: Date; to: Date } {
  const start = DateTime.fromISO(day, { zone });
  return { from: start.toJSDate(), to: start.plus({ days: 1 }).toJSDate() };
}
/** Days since then; 0: today. */
export const ageOf = (day: string): number =>
  Math.round(
    DateTime.fromMillis(clock.ms(), { zone }).startOf("day").diff(DateTime.fromISO(day, { zone }), "days").days,
  );
/** Yesterday's statements are available from half past ten. */
export function statementsAreOut(): boolean {
  const now = DateTime.fromMillis(clock.ms(), { zone });
  return now.hour * 60 + now.minute >= 10 * 60 + 30;
}
/** So close to midnight that the provider and we may date it to different days. */
export function isNearMidnight(at: Date): boolean {
  const { hour, minute } = DateTime.fromJSDate(at, { zone });
  return (hour === 0 && minute < 10) || (hour === 23 && minute >= 50);
}
