import { within, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { days } from "#shared/kernel/time/clock.js";
import { RollUpModel, type Figures, type RollUpDoc, type RollUpUnit, type Tally } from "./analytics.models.js";
import { endOf, startOf } from "./rollUp.js";
import { rollUpForReport } from "./rollUpDue.js";

export interface Traffic {
  unit: RollUpUnit;
  /** Every bucket of the time span, empty ones too; oldest first. */
  buckets: (Pick<Figures, "pv" | "uv" | "sessions" | "events" | "bots"> & { startAt: Date })[];
  /** Sums over all buckets: a visitor in two of them counts twice. */
  totals: Pick<Figures, "pv" | "uv" | "sessions" | "events" | "bots">;
  pages: Tally[];
  sources: Tally[];
  devices: Tally[];
  actions: Tally[];
}

/** The longest time spans of reports by hours and by days. */
export const HOURS_MS = days(31);
export const DAYS_MS = days(366);
/** How many keys a list shows. */
const SHOWN = 50;
const figures = ["pv", "uv", "sessions", "events", "bots"] as const;
const nothing = { pv: 0, uv: 0, sessions: 0, events: 0, bots: 0 };

/** Visits by hour or by day (Asia/Shanghai), bots separately. */
export async function readTraffic(unit: RollUpUnit, between: TimeSpan): Promise<Traffic> {
  await rollUpForReport(unit, between);
  const first = startOf(unit, between[0].getTime());
  const rows = await RollUpModel.find({ unit, startAt: within([new Date(first), between[1]]) })
    .sort({ startAt: 1 })
    .lean<RollUpDoc[]>();
  const byStart = new Map(rows.map((row) => [row.startAt.getTime(), row]));
  const buckets: Traffic["buckets"] = [];
  for (let start = first; start <= between[1].getTime(); start = endOf(unit, start)) {
    const row = byStart.get(start);
    buckets.push({ startAt: new Date(start), ...(row ? pick(row) : nothing) });
  }
  const totals = { ...nothing };
  for (const bucket of buckets) for (const figure of figures) totals[figure] += bucket[figure];
  const merged = (of: (row: RollUpDoc) => Tally[]): Tally[] => merge(rows.map(of));
  return {
    unit,
    buckets,
    totals,
    pages: merged((row) => row.pages),
    sources: merged((row) => row.sources),
    devices: merged((row) => row.devices),
    actions: merged((row) => row.actions),
  };
}

const pick = ({ pv, uv, sessions, events, bots }: RollUpDoc) => ({ pv, uv, sessions, events, bots });

function merge(lists: Tally[][]): Tally[] {
  const sums = new Map<string, Tally>();
  for (const { key, count, uv } of lists.flat()) {
    const sum = sums.get(key) ?? { key, count: 0, uv: 0 };
    sums.set(key, { key, count: sum.count + count, uv: sum.uv + uv });
  }
  return [...sums.values()].sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1)).slice(0, SHOWN);
}
