import { hours, minutes, seconds } from "../time/clock.js";

/** The delay before each try (rules: Payment). */
export const notifyDelaysMs: readonly number[] = [
  0,
  seconds(15),
  seconds(15),
  seconds(30),
  minutes(3),
  minutes(30),
  minutes(30),
  minutes(30),
  hours(1),
  hours(3),
  hours(6),
  hours(12),
  hours(24),
];

/** The largest share added to a delay, so that deliveries that failed together are not retried together. */
export const JITTER = 0.05;
/** The longest Retry-After of a receiver that is obeyed. */
const LONGEST_RETRY_AFTER_MS = hours(24);

/**
 * The delay after `done` tries of this ladder, in ms; undefined at its end. Never shorter than `requestedMs`, the
 * receiver's Retry-After.
 */
export function nextDelayMs(done: number, requestedMs = 0): number | undefined {
  const delay = notifyDelaysMs[done];
  if (delay === undefined) return undefined;
  const jittered = delay * (1 + Math.random() * JITTER);
  return Math.round(Math.max(jittered, Math.min(requestedMs, LONGEST_RETRY_AFTER_MS)));
}

/** Parses Retry-After (seconds or an HTTP date) to ms; 0 when absent or invalid. */
export function retryAfterMs(header: string | undefined, nowMs: number): number {
  if (!header) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, at - nowMs);
}

export const notifyTriesInAll = notifyDelaysMs.length;
