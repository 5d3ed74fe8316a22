import { Counter, Histogram } from "prom-client";
import { seconds } from "./clock.js";
import { metrics } from "./metrics.js";

/**
 * What the shop promises those who wait for it (README, objectives): so soon, in so many of a hundred cases. An ask's
 * promise is to be answered at all. Each has alerts that tell how fast its allowance is used up (prometheus/rules.yml).
 */
export const objectives = {
  callbackToPaid: { withinMs: seconds(5), share: 0.99 },
  expiry: { withinMs: seconds(90), share: 0.99 },
  firstNotify: { withinMs: seconds(10), share: 0.99 },
  ask: { withinMs: Infinity, share: 0.999 },
} as const;
export type Objective = keyof typeof objectives;

const took = new Histogram({
  name: "shop_objective_seconds",
  help: "How long it took until what was promised was there, by objective",
  labelNames: ["objective"],
  buckets: [0.1, 0.5, 1, 2, 5, 10, 30, 90, 300, 900],
  registers: [metrics],
});
const events = new Counter({
  name: "shop_objective_events_total",
  help: "What was promised, by objective, and whether it was kept",
  labelNames: ["objective", "good"],
  registers: [metrics],
});

/** It was there after so long; or, with `kept` false, not at all. */
export function noteObjective(objective: Objective, ms: number, kept = true): void {
  const spent = Math.max(0, ms);
  took.observe({ objective }, spent / 1_000);
  events.inc({ objective, good: String(kept && spent <= objectives[objective].withinMs) });
}
