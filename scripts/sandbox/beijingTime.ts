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
