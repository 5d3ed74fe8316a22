import { clock, days, hours, minutes } from "../time/clock.js";
import { percentileOf, sumOf, type Histogram } from "./histogram.js";
import {
  ObjectiveCountModel,
  objectiveNames,
  objectives,
  objectiveSteps,
  type Objective,
  type ObjectiveCount,
} from "./objectives.js";
import type { QueueName } from "../queue/queueNames.js";

interface KeptAndMissed {
  kept: number;
  missed: number;
}

/** Whether a month's allowance of misses is used up too fast: within two days (page), or five (warn). */
type Burn = "no" | "warn" | "page";

export interface ObjectiveFigures {
  name: Objective;
  /** Null: no time limit, an answer is enough. */
  withinMs: number | null;
  /** The share of events that must meet it, 0 to 1. */
  share: number;
  lastHour: KeptAndMissed;
  lastDay: KeptAndMissed;
  last30Days: KeptAndMissed;
  /** Of the last day, in ms, a tenth off at most; null without events. */
  p50Ms: number | null;
  p99Ms: number | null;
  /** What is left of 30 days' allowance of misses; negative when it is exceeded. */
  allowanceLeft: number;
  burn: Burn;
}

/** Two windows each: the long one shows that it matters, the short one that it goes on (as in helm/files/rules.yml). */
const BURNS = [
  { burn: "page", times: 14.4, longMs: hours(1), shortMs: minutes(5) },
  { burn: "warn", times: 6, longMs: hours(6), shortMs: minutes(30) },
] as const;
/** With fewer misses a share means nothing. */
const FEWEST_MISSED = 3;

type Counts = Pick<ObjectiveCount, "objective" | "queue" | "at" | "kept" | "missed">;
type CountsAndSpans = Counts & { took: Histogram };

/** Every objective, even one without events yet. */
export async function readObjectiveFigures(): Promise<ObjectiveFigures[]> {
  const [recent, [dayOfAll, before]] = await Promise.all([countsOf(hours(6)), countsOf30Days()]);
  return objectiveNames.map((name) => {
    const { withinMs, share } = objectives[name];
    const mine = recent.filter(({ objective }) => objective === name);
    const lastDay = dayOfAll.filter(({ objective }) => objective === name);
    const last30Days = sum([...lastDay, before.get(name) ?? { kept: 0, missed: 0 }]);
    const took = sumOf(lastDay.map((row) => row.took));
    return {
      name,
      withinMs: withinMs === Infinity ? null : withinMs,
      share,
      lastHour: sum(within(mine, hours(1))),
      lastDay: sum(lastDay),
      last30Days,
      p50Ms: percentileOf(took, 0.5),
      p99Ms: percentileOf(took, 0.99),
      allowanceLeft: 1 - missedShare(last30Days) / (1 - share),
      burn: BURNS.find((one) => burns(mine, share, one))?.burn ?? "no",
    };
  });
}

export interface WorstBurn {
  objective: Objective;
  /** How many times too fast its allowance is used up, by the fast rule. */
  times: number;
}

/** Of each queue, the objective that burns its allowance fastest, if any does. */
export async function readBurnsOfQueues(): Promise<Map<QueueName, WorstBurn>> {
  const [page] = BURNS;
  const counts = await countsOf(page.longMs);
  const worst = new Map<QueueName, WorstBurn>();
  for (const objective of objectiveNames)
    for (const queue of new Set(counts.map((row) => row.queue))) {
      const mine = counts.filter((row) => row.queue === queue && row.objective === objective);
      const { share } = objectives[objective];
      if (sum(within(mine, page.longMs)).missed < FEWEST_MISSED) continue;
      const times = Math.min(rateOf(mine, share, page.longMs), rateOf(mine, share, page.shortMs));
      if (times > (worst.get(queue)?.times ?? 0)) worst.set(queue, { objective, times });
    }
  return worst;
}

const burns = (
  counts: Counts[],
  share: number,
  { times, longMs, shortMs }: { times: number; longMs: number; shortMs: number },
): boolean =>
  sum(within(counts, longMs)).missed >= FEWEST_MISSED &&
  rateOf(counts, share, longMs) > times &&
  rateOf(counts, share, shortMs) > times;

const rateOf = (counts: Counts[], share: number, spanMs: number): number =>
  missedShare(sum(within(counts, spanMs))) / (1 - share);

const missedShare = ({ kept, missed }: KeptAndMissed): number => (missed === 0 ? 0 : missed / (kept + missed));

const sum = (counts: readonly KeptAndMissed[]): KeptAndMissed => ({
  kept: counts.reduce((total, { kept }) => total + kept, 0),
  missed: counts.reduce((total, { missed }) => total + missed, 0),
});

/** The five-minute rows that ended within this time; so up to five minutes more. */
function within(rows: Counts[], ms: number): Counts[] {
  const from = clock.ms() - ms - objectiveSteps.minutes;
  return rows.filter(({ at }) => at.getTime() > from);
}

async function countsOf(ms: number): Promise<Counts[]> {
  const from = new Date(clock.ms() - ms - objectiveSteps.minutes);
  return ObjectiveCountModel.find(
    { step: "minutes", at: { $gt: from } },
    { objective: 1, queue: 1, at: 1, kept: 1, missed: 1 },
  ).lean<Counts[]>();
}

/** The rows of the last day, and the sums of the 29 days before, by objective. */
async function countsOf30Days(): Promise<[CountsAndSpans[], Map<Objective, KeptAndMissed>]> {
  const monthAgo = new Date(clock.ms() - days(30));
  const dayAgo = new Date(clock.ms() - days(1) - objectiveSteps.hour);
  const [lastDay, before] = await Promise.all([
    ObjectiveCountModel.find({ step: "hour", at: { $gt: dayAgo } }).lean<CountsAndSpans[]>(),
    ObjectiveCountModel.aggregate<{ _id: Objective } & KeptAndMissed>([
      { $match: { step: "hour", at: { $gt: monthAgo, $lte: dayAgo } } },
      { $group: { _id: "$objective", kept: { $sum: "$kept" }, missed: { $sum: "$missed" } } },
    ]),
  ]);
  return [lastDay, new Map(before.map(({ _id, ...counts }) => [_id, counts]))];
}
