import { clock, hours, minutes, seconds } from "#shared/platform/clock.js";
import { RollUpMarkModel, type RollUpMarkDoc, type RollUpUnit } from "./analytics.models.js";
import { QUIET_MS } from "./marks.js";
import { countedAt, rollUp, startOf } from "./rollUp.js";

/** What still fills is counted this often without anyone looking; a report counts it when it is looked at. */
const OPEN_EVERY_MS: Record<RollUpUnit, number> = { hour: minutes(5), day: minutes(30) };
const MARKS = 500;

/**
 * Counts every marked hour and its day. An hour that is over and was quiet before the counting loses its mark, after the
 * counting of its day: one who dies in between leaves it for the next.
 */
export async function rollUpDue(): Promise<void> {
  const now = clock.ms();
  const marks = await RollUpMarkModel.find().sort({ _id: 1 }).limit(MARKS).lean<RollUpMarkDoc[]>();
  const isSettled = ({ _id, markedAt }: RollUpMarkDoc): boolean =>
    _id + hours(1) <= now && markedAt.getTime() < now - QUIET_MS;
  const ofDays = new Map<number, RollUpMarkDoc[]>();
  for (const mark of marks) {
    const day = startOf("day", mark._id);
    ofDays.set(day, [...(ofDays.get(day) ?? []), mark]);
  }
  for (const [day, its] of ofDays) {
    for (const mark of its) await rollUpOlder("hour", mark._id, isSettled(mark) ? 0 : OPEN_EVERY_MS.hour);
    const settled = its.filter(isSettled);
    await rollUpOlder("day", day, settled.length > 0 ? 0 : OPEN_EVERY_MS.day);
    for (const { _id, markedAt } of settled) await RollUpMarkModel.deleteOne({ _id, markedAt });
  }
}

async function rollUpOlder(unit: RollUpUnit, startMs: number, ageMs: number): Promise<void> {
  if (clock.ms() - (await countedAt(unit, startMs)) >= ageMs) await rollUp(unit, startMs);
}

const FRESH_MS = seconds(3);
/** A report does not catch up on more than these: what a long standstill left is the job's. */
const CAUGHT_UP = 50;

/** Before a report: what was marked in its time is counted now, unless that was done a moment ago. */
export async function rollUpForReport(unit: RollUpUnit, [from, to]: readonly [Date, Date]): Promise<void> {
  const first = startOf(unit, from.getTime());
  const marks = await RollUpMarkModel.find({ _id: { $gte: first, $lte: to.getTime() } })
    .sort({ _id: -1 })
    .limit(CAUGHT_UP)
    .lean<RollUpMarkDoc[]>();
  const buckets = new Set(marks.map(({ _id }) => startOf(unit, _id)));
  for (const bucket of buckets) await rollUpOlder(unit, bucket, FRESH_MS);
}
