import { seconds } from "../time/clock.js";

/** Often enough to see what a request would feel, too seldom to cost anything. */
const BEAT_MS = 250;
const KEPT_MS = seconds(30);
/** A loop that stood still so long has let answers and locks wait: its process is not well. */
const STILL_MS = seconds(5);

interface LoopDelay {
  /** The longest that the event loop stood still in the last half minute. */
  longestMs: () => number;
  /** What ails the process, in words; none: all is well. */
  reasons: () => string[];
  stop: () => void;
}

/** Watches how long this process's event loop stands still. One that never moves again is ended by guardLoop. */
export function measureLoopDelay(): LoopDelay {
  const delays: { at: number; ms: number }[] = [];
  let beatAt = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const ms = now - beatAt - BEAT_MS;
    beatAt = now;
    while (delays.length > 0 && now - delays[0]!.at > KEPT_MS) delays.shift();
    // Only what is longer than all that came later can still be the longest.
    while (delays.length > 0 && delays.at(-1)!.ms <= ms) delays.pop();
    delays.push({ at: now, ms });
  }, BEAT_MS).unref();
  const longestMs = (): number => Math.max(0, Math.round(delays[0]?.ms ?? 0));
  return {
    longestMs,
    reasons: () =>
      longestMs() < STILL_MS ? [] : [`its event loop stood still for ${Math.round(longestMs() / 1_000)} s`],
    stop: () => clearInterval(timer),
  };
}
