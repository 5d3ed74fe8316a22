/** Times as the Chinese providers write them: RFC 3339 to the second, in Asia/Shanghai (+08:00, no summer time). */

const EIGHT_HOURS_MS = 8 * 3_600_000;

/** @param at epoch ms; @returns for example 2026-11-21T18:30:00+08:00 */
export function beijingTime(at: number): string {
  return `${new Date(at + EIGHT_HOURS_MS).toISOString().slice(0, 19)}+08:00`;
}

/** @returns 14 digits, yyyyMMddHHmmss, as providers put them into their numbers */
export function beijingDigits(at: number): string {
  return beijingTime(at).replace(/\D/g, "").slice(0, 14);
}

/** @returns yyyy-MM-dd HH:mm:ss, as providers write it where no offset is given */
export function beijingClock(at: number): string {
  return beijingTime(at).slice(0, 19).replace("T", " ");
}

/** Parses yyyy-MM-dd HH:mm:ss (or HH:mm) to epoch ms; NaN when it is not such a time. */
export function readBeijingClock(text: string): number {
  const [, day, time, seconds = ":00"] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)(:\d\d)?$/.exec(text) ?? [];
  return Date.parse(`${day}T${time}${seconds}+08:00`);
}
