import { clock, hours, minutes, seconds } from "#shared/kernel/time/clock.js";
import { RollUpMarkModel, type RollUpMarkDoc, type RollUpUnit } from "./analytics.models.js";
import { QUIET_MS } from "./marks.js";
import { lastCountOf, rollUp, rollUpDay, startOf } from "./rollUp.js";

/** How often an unfinished bucket is counted by the job; a report counts it when it is read. */
const OPEN_EVERY_MS: Record<RollUpUnit, number> = { hour: minutes(5), day: minutes(30) };
const MARKS = 500;

/**
 * Counts every marked hour and its day. An hour that is over and was quiet before the count loses its mark, after its
 * day was counted, so that a run that dies in between leaves the mark to the next.
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
/** A report counts at most this many marks; after a long outage the job counts the rest. */
const MOST_MARKS = 50;
/** A report begins no count after this timeout, or one that took longer than QUICK_MS the last time (real ms). */
const TIMEOUT_MS = seconds(3);
const QUICK_MS = seconds(2);

/**
 * Before a report: counts the marked buckets of its time span, newest first, unless they were counted a moment ago.
 * Hours and days whose counting takes seconds are left to the job, at most half an hour later.
 */
export async function rollUpForReport(unit: RollUpUnit, [from, to]: readonly [Date, Date]): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  const first = startOf(unit, from.getTime());
  const marks = await RollUpMarkModel.find({ _id: { $gte: first, $lte: to.getTime() } })
    .sort({ _id: -1 })
    .limit(MOST_MARKS)
    .lean<RollUpMarkDoc[]>();
  const buckets = new Set(marks.map(({ _id }) => startOf(unit, _id)));
  for (const bucket of buckets) {
    if (performance.now() > deadline) return;
    const { at, tookMs } = await lastCountOf(unit, bucket);
    if (clock.ms() - at >= FRESH_MS && tookMs <= QUICK_MS) await rollUp(unit, bucket);
  }
}
