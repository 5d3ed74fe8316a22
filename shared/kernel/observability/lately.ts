import { minutes } from "../time/clock.js";
import { observe, percentileOf, sumOf, type Histogram } from "./histogram.js";

/** How often something happened in the last one to two minutes, and how long it took. */
export interface Lately {
  /** Failed ones too. */
  perMinute: number;
  failedPerMinute: number;
  /** A tenth off at most; null: it did not happen. */
  p95Ms: number | null;
}

interface Counter {
  count: (ms: number, hasFailed?: boolean) => void;
  read: () => Lately;
}

/** Counts what this process does, in real time. */
export function makeLately(): Counter {
  const empty = (): { took: Histogram; failed: number } => ({ took: {}, failed: 0 });
  let current = empty();
  let before: typeof current | undefined;
  let beganAt = performance.now();

  function turnMinute(): void {
    const spent = performance.now() - beganAt;
    if (spent < minutes(1)) return;
    before = spent < minutes(2) ? current : empty();
    current = empty();
    beganAt += minutes(Math.floor(spent / minutes(1)));
  }
  return {
    count(ms, hasFailed = false) {
      turnMinute();
      observe(current.took, ms);
      if (hasFailed) current.failed++;
    },
    read() {
      turnMinute();
      const took = sumOf([before?.took, current.took]);
      const count = Object.values(took).reduce((sum, one) => sum + one, 0);
      const span = Math.max(1, (performance.now() - beganAt) / minutes(1) + (before ? 1 : 0));
      const failed = (before?.failed ?? 0) + current.failed;
      return { perMinute: count / span, failedPerMinute: failed / span, p95Ms: percentileOf(took, 0.95) };
    },
  };
}
