/** Times as the Chinese platforms write them: RFC 3339 to the second, in Asia/Shanghai (+08:00, no summer time). */

const EIGHT_HOURS_MS = 8 * 3_600_000;

/** @param at epoch ms; @returns such as 2026-11-21T18:30:00+08:00 */
export function beijingTime(at: number): string {
  return `${new Date(at + EIGHT_HOURS_MS).toISOString().slice(0, 19)}+08:00`;
}

/** @returns 14 digits, yyyyMMddHHmmss, as platforms put them into their numbers */
export function beijingDigits(at: number): string {
  return beijingTime(at).replace(/\D/g, "").slice(0, 14);
}

/** @returns yyyy-MM-dd HH:mm:ss, as platforms write it where no offset is given */
export function beijingClock(at: number): string {
  return beijingTime(at).slice(0, 19).replace("T", " ");
}

/** Reads yyyy-MM-dd HH:mm:ss (or HH:mm); epoch ms, NaN when it is no such time. */
export function readBeijingClock(text: string): number {
  const [, day, time, seconds = ":00"] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)(:\d\d)?$/.exec(text) ?? [];
  return Date.parse(`${day}T${time}${seconds}+08:00`);
}
