import { observe, percentileOf, sumOf, type Histogram } from "#shared/kernel/observability/histogram.js";
import type { AnsweredLately } from "#shared/kernel/process/process.model.js";
import { minutes } from "#shared/kernel/time/clock.js";

/** The answers of this minute and of the one before, as durations. */
let current: Histogram = {};
let before: Histogram | undefined;
let beganAt = performance.now();

/** Counts an answer of this process. */
export function countAnswer(ms: number): void {
  turnMinute();
  observe(current, ms);
}

/** What this process answered in the last one to two minutes. */
export function answeredLately(): AnsweredLately {
  turnMinute();
  const all = sumOf([before, current]);
  const count = Object.values(all).reduce((sum, one) => sum + one, 0);
  const span = (performance.now() - beganAt) / minutes(1) + (before ? 1 : 0);
  return { perMinute: count / Math.max(1, span), p95Ms: percentileOf(all, 0.95) };
}

function turnMinute(): void {
  const spent = performance.now() - beganAt;
  if (spent < minutes(1)) return;
  before = spent < minutes(2) ? current : {};
  current = {};
  beganAt += minutes(Math.floor(spent / minutes(1)));
}
