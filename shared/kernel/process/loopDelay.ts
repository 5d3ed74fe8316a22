import { seconds } from "../time/clock.js";

/** Often enough to see the delay of a request, too seldom to cost anything. */
const BEAT_MS = 250;
const KEPT_MS = seconds(30);
/** A loop blocked for this long has delayed replies and lock renewals: its process is unhealthy. */
const BLOCKED_MS = seconds(5);

interface LoopDelay {
  /** The longest that the event loop was blocked in the last half minute. */
  longestMs: () => number;
  /** Why the process is unhealthy, in words; empty when it is healthy. */
  reasons: () => string[];
  stop: () => void;
}

/** Measures how long this process's event loop is blocked. One that stays blocked is ended by guardLoop. */
export function measureLoopDelay(): LoopDelay {
  const delays: { at: number; ms: number }[] = [];
  let beatAt = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const ms = now - beatAt - BEAT_MS;
    beatAt = now;
    while (delays.length > 0 && now - delays[0]!.at > KEPT_MS) delays.shift();
    // Only a delay longer than all later ones can still become the longest.
    while (delays.length > 0 && delays.at(-1)!.ms <= ms) delays.pop();
    delays.push({ at: now, ms });
  }, BEAT_MS).unref();
  const longestMs = (): number => Math.max(0, Math.round(delays[0]?.ms ?? 0));
  return {
    longestMs,
    reasons: () =>
      longestMs() < BLOCKED_MS ? [] : [`its event loop stood still for ${Math.round(longestMs() / 1_000)} s`],
    stop: () => clearInterval(timer),
  };
}
