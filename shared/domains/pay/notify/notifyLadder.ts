import { hours, minutes, seconds } from "#shared/kernel/time/clock.js";

/** The wait before each try (rules: Payment): the first goes at once. */
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

/** At most this share more, so that many deliveries that failed together do not come again together. */
export const JITTER = 0.05;
/** The longest that a receiver's Retry-After is obeyed. */
const LONGEST_ASKED_MS = hours(24);

/**
 * The wait after `done` tries of this ladder, in ms; undefined when it is at its end. `askedMs` is the receiver's
 * Retry-After: never sooner.
 */
export function nextDelayMs(done: number, askedMs = 0): number | undefined {
  const delay = notifyDelaysMs[done];
  if (delay === undefined) return undefined;
  const jittered = delay * (1 + Math.random() * JITTER);
  return Math.round(Math.max(jittered, Math.min(askedMs, LONGEST_ASKED_MS)));
}

/** Retry-After as ms: seconds, or an HTTP date; 0 when absent or not readable. */
export function retryAfterMs(header: string | undefined, nowMs: number): number {
  if (!header) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, at - nowMs);
}

export const notifyTriesInAll = notifyDelaysMs.length;
