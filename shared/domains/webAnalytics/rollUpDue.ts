import { clock, hours, minutes, seconds } from "#shared/kernel/time/clock.js";
import { RollUpMarkModel, type RollUpMarkDoc, type RollUpUnit } from "./analytics.models.js";
import { QUIET_MS } from "./marks.js";
import { lastCountOf, rollUp, rollUpDay, startOf } from "./rollUp.js";

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
    const settled = its.filter(isSettled);
    const dueHours: number[] = [];
    for (const mark of its)
      if (await isOlder("hour", mark._id, isSettled(mark) ? 0 : OPEN_EVERY_MS.hour)) dueHours.push(mark._id);
    if (await isOlder("day", day, settled.length > 0 ? 0 : OPEN_EVERY_MS.day)) await rollUpDay(day, dueHours);
    else for (const hour of dueHours) await rollUp("hour", hour);
    for (const { _id, markedAt } of settled) await RollUpMarkModel.deleteOne({ _id, markedAt });
  }
}

const isOlder = async (unit: RollUpUnit, startMs: number, ageMs: number): Promise<boolean> =>
  clock.ms() - (await lastCountOf(unit, startMs)).at >= ageMs;

const FRESH_MS = seconds(3);
/** A report does not catch up on more than these: what a long standstill left is the job's. */
const CAUGHT_UP = 50;
/** Nor does it begin another counting after this, or one that took longer the last time (real ms). */
const PATIENCE_MS = seconds(3);
const QUICK_MS = seconds(2);

/**
 * Before a report: what was marked in its time is counted now, the newest first, unless that was done a moment ago. Hours
 * and days with so many events that counting them takes seconds are the job's alone, at most half an hour later.
 */
export async function rollUpForReport(unit: RollUpUnit, [from, to]: readonly [Date, Date]): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  const first = startOf(unit, from.getTime());
  const marks = await RollUpMarkModel.find({ _id: { $gte: first, $lte: to.getTime() } })
    .sort({ _id: -1 })
    .limit(CAUGHT_UP)
    .lean<RollUpMarkDoc[]>();
  const buckets = new Set(marks.map(({ _id }) => startOf(unit, _id)));
  for (const bucket of buckets) {
    if (performance.now() > deadline) return;
    const { at, tookMs } = await lastCountOf(unit, bucket);
    if (clock.ms() - at >= FRESH_MS && tookMs <= QUICK_MS) await rollUp(unit, bucket);
  }
}
