import { within } from "#shared/kernel/lists/filters.js";
import { percentileOf, sumOf } from "#shared/kernel/observability/histogram.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { clock, days, hours, minutes, seconds } from "#shared/kernel/time/clock.js";
import { cachedBy } from "./cachedReads.js";
import { QueueRollupModel, type QueueRollup, type RollupStep } from "./queueRollup.model.js";

export const curveRanges = ["3h", "48h", "90d"] as const;
export type CurveRange = (typeof curveRanges)[number];

/** What was recorded in the time of a point. A time of which nothing was recorded has no point. */
interface CurvePoint {
  at: number;
  /** Null: nobody looked. */
  depthMax: number | null;
  oldestMaxMs: number | null;
  done: number;
  /** Failed tries: with a further try, or without (dead). */
  retried: number;
  dead: number;
  /** Null when nothing ran, or no job was taken for the first time. */
  runP50Ms: number | null;
  runP99Ms: number | null;
  waitP50Ms: number | null;
  waitP99Ms: number | null;
}
/** Points from `from` on, before `until`, each `pointMs` long. */
export interface QueueCurves {
  range: CurveRange;
  from: number;
  until: number;
  pointMs: number;
  points: CurvePoint[];
}

interface Shape {
  step: RollupStep;
  spanMs: number;
  pointMs: number;
}
const shapes: Record<CurveRange, Shape> = {
  "3h": { step: "minute", spanMs: hours(3), pointMs: minutes(1) },
  "48h": { step: "minute", spanMs: hours(48), pointMs: minutes(10) },
  "90d": { step: "hour", spanMs: days(90), pointMs: hours(6) },
};
/** The roll-up of the next minute completes the tries of one; a point before that would look like a drop. */
const SETTLES_MS = seconds(75);
/** Points begin with the days of the shop's time zone. */
const SHANGHAI_MS = hours(8);
/** Long ranges are many rows, and their points are long. */
const CACHED_MS = { short: seconds(20), long: minutes(1) };

/** The newest minute of which all tries are rolled up, and that before which it ends. */
export const settledMinute = (): number => startOf(clock.ms() - SETTLES_MS, minutes(1));

const startOf = (ms: number, pointMs: number): number => ms - ((ms + SHANGHAI_MS) % pointMs);

/** A queue's figures over time, from the roll-ups; a minute old at most, so that many viewers cost one read. */
export const readCurves = (queue: QueueName, range: CurveRange): Promise<QueueCurves> =>
  (range === "3h" ? short : long)(`${queue} ${range}`);

const readOf = (key: `${QueueName} ${CurveRange}`): Promise<QueueCurves> => {
  const [queue, range] = key.split(" ") as [QueueName, CurveRange];
  return readNow(queue, range);
};
const short = cachedBy(CACHED_MS.short, readOf);
const long = cachedBy(CACHED_MS.long, readOf);

async function readNow(queue: QueueName, range: CurveRange): Promise<QueueCurves> {
  const { step, spanMs, pointMs } = shapes[range];
  const until = startOf(clock.ms() - SETTLES_MS, pointMs);
  const from = until - spanMs;
  const rows = await readRollups(queue, step, from, until);
  const ofPoint = new Map<number, QueueRollup[]>();
  for (const row of rows) {
    const at = startOf(row.at.getTime(), pointMs);
    ofPoint.set(at, [...(ofPoint.get(at) ?? []), row]);
  }
  return { range, from, until, pointMs, points: [...ofPoint].map(([at, parts]) => pointOf(at, parts)) };
}

/** The recorded steps from a moment on, before another one, oldest first. */
export const readRollups = (queue: QueueName, step: RollupStep, from: number, until: number): Promise<QueueRollup[]> =>
  QueueRollupModel.find({ queue, step, at: within([new Date(from), new Date(until - 1)]) })
    .sort({ at: 1 })
    .lean<QueueRollup[]>();

/** Whether somebody looked how many waited. */
export const wasSampled = ({ sampled }: QueueRollup): boolean => sampled !== 0;

function pointOf(at: number, parts: QueueRollup[]): CurvePoint {
  const seen = parts.filter(wasSampled);
  const total = (of: "done" | "retried" | "dead"): number => parts.reduce((sum, part) => sum + part[of], 0);
  const highest = (of: "depthMax" | "oldestMaxMs"): number | null =>
    seen.length === 0 ? null : Math.max(...seen.map((part) => part[of]));
  const run = sumOf(parts.map((part) => part.run));
  const wait = sumOf(parts.map((part) => part.wait));
  return {
    at,
    depthMax: highest("depthMax"),
    oldestMaxMs: highest("oldestMaxMs"),
    done: total("done"),
    retried: total("retried"),
    dead: total("dead"),
    runP50Ms: percentileOf(run, 0.5),
    runP99Ms: percentileOf(run, 0.99),
    waitP50Ms: percentileOf(wait, 0.5),
    waitP99Ms: percentileOf(wait, 0.99),
  };
}
