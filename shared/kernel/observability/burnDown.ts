import { clock, days } from "../time/clock.js";
import { ObjectiveCountModel, objectiveNames, objectives, type Objective } from "./objectives.js";

/** What was left of the allowance of misses of the 30 days until now, at the end of one of these days. */
interface AllowanceOfDay {
  /** The day's begin, whole days before now. */
  at: Date;
  /** As a share, by objective: 1 before the first miss, negative once there were more than are allowed. */
  left: Record<Objective, number>;
}

const DAYS = 30;

interface HourOfObjective {
  _id: { objective: Objective; at: Date };
  kept: number;
  missed: number;
}

/**
 * How the allowance of each objective was used up, day by day: the allowance is that of all events of the 30 days, so the
 * line falls where misses came, and ends at what `readObjectiveFigures` says is left.
 */
export async function readBurnDown(): Promise<AllowanceOfDay[]> {
  const from = clock.ms() - days(DAYS);
  const hours = await ObjectiveCountModel.aggregate<HourOfObjective>([
    { $match: { step: "hour", at: { $gt: new Date(from) } } },
    {
      $group: {
        _id: { objective: "$objective", at: "$at" },
        kept: { $sum: "$kept" },
        missed: { $sum: "$missed" },
      },
    },
  ]);
  return Array.from({ length: DAYS }, (_, day) => {
    const until = from + days(day + 1);
    const left = objectiveNames.map((name) => [name, leftAt(hours, name, until)] as const);
    return { at: new Date(from + days(day)), left: Object.fromEntries(left) as Record<Objective, number> };
  });
}

function leftAt(hours: readonly HourOfObjective[], name: Objective, until: number): number {
  const mine = hours.filter(({ _id }) => _id.objective === name);
  const all = mine.reduce((sum, { kept, missed }) => sum + kept + missed, 0);
  const missed = mine.filter(({ _id }) => _id.at.getTime() < until).reduce((sum, row) => sum + row.missed, 0);
  return missed === 0 ? 1 : 1 - missed / (all * (1 - objectives[name].share));
}
