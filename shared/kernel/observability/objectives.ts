import { Counter, Histogram } from "prom-client";
import { minutes, hours, seconds } from "../time/clock.js";
import { growingRows } from "../mongo/growingRows.js";
import { observe, type Histogram as Spans } from "./histogram.js";
import { metrics } from "./metrics.js";
import { defineModel } from "../mongo/mongo.js";
import type { QueueName } from "../queue/queueNames.js";

/**
 * The service level objectives (operate.md, Objectives): within this time, for this share of events. An ask has to be
 * answered at all. Each has alerts on how fast its allowance of misses is used up (helm/files/rules.yml).
 */
export const objectives = {
  callbackToPaid: { withinMs: seconds(5), share: 0.99 },
  expiry: { withinMs: seconds(90), share: 0.99 },
  firstNotify: { withinMs: seconds(10), share: 0.99 },
  ask: { withinMs: Infinity, share: 0.999 },
} as const;
export type Objective = keyof typeof objectives;
export const objectiveNames = Object.keys(objectives) as Objective[];

const tookSeconds = new Histogram({
  name: "shop_objective_seconds",
  help: "Time until the promised result, by objective",
  labelNames: ["objective"],
  buckets: [0.1, 0.5, 1, 2, 5, 10, 30, 90, 300, 900],
  registers: [metrics],
});
const events = new Counter({
  name: "shop_objective_events_total",
  help: "Promised results by objective, and whether the objective was met",
  labelNames: ["objective", "good"],
  registers: [metrics],
});

/**
 * How often an objective was met in a time window, as one process saw it: five minutes, stored for a day, or an hour,
 * stored for 31 days; by the queue whose workers were involved.
 */
export interface ObjectiveCount {
  /** Unique to the process, the objective, the queue and the window. */
  _id: string;
  objective: Objective;
  queue: QueueName;
  step: ObjectiveStep;
  at: Date;
  kept: number;
  missed: number;
  took: Spans;
  write: number;
  dropAt: Date;
}
export const objectiveSteps = { minutes: minutes(5), hour: hours(1) } as const;
type ObjectiveStep = keyof typeof objectiveSteps;
const KEPT_MS: Record<ObjectiveStep, number> = { minutes: hours(24), hour: 31 * hours(24) };

const count = { type: Number, default: 0 };
export const ObjectiveCountModel = defineModel<ObjectiveCount>(
  "objectiveCounts",
  {
    _id: { type: String, required: true },
    objective: { type: String, enum: objectiveNames, required: true },
    queue: { type: String, required: true },
    step: { type: String, enum: Object.keys(objectiveSteps), required: true },
    at: { type: Date, required: true },
    kept: count,
    missed: count,
    took: { type: Object, default: {} },
    write: count,
    dropAt: { type: Date, required: true },
  },
  { indexes: [[{ step: 1, at: 1 }], [{ dropAt: 1 }, { expireAfterSeconds: 0 }]] },
);

const counting = Object.entries(objectiveSteps).map(([step, spanMs]) => ({
  step: step as ObjectiveStep,
  rows: growingRows<ObjectiveCount, ObjectiveCount>(
    ObjectiveCountModel,
    spanMs,
    ({ objective, queue, at, kept, missed, took, dropAt }) => {
      return { objective, queue, step: step as ObjectiveStep, at, kept, missed, took: { ...took }, dropAt };
    },
  ),
}));

/** Records that it took `ms`, or, with `kept` false, never came. `queue`: whose workers were involved. */
export function recordObjective(objective: Objective, queue: QueueName, ms: number, kept = true): void {
  const spent = Math.max(0, ms);
  const isGood = kept && spent <= objectives[objective].withinMs;
  tookSeconds.observe({ objective }, spent / 1_000);
  events.inc({ objective, good: String(isGood) });
  for (const { step, rows } of counting) {
    const row = rows.rowOf(`${objective} ${queue} ${step}`, (at) => {
      const dropAt = new Date(at.getTime() + objectiveSteps[step] + KEPT_MS[step]);
      return { objective, queue, step, at, kept: 0, missed: 0, took: {}, dropAt };
    });
    row[isGood ? "kept" : "missed"]++;
    observe(row.took, spent);
  }
}
