import { DateTime } from "luxon";
import type { PipelineStage } from "mongoose";
import { clock, days } from "#shared/platform/clock.js";
import { isDuplicateKey } from "#shared/platform/mongo.js";
import {
  RollUpModel,
  VisitBatchModel,
  type Figures,
  type RollUpDoc,
  type RollUpUnit,
  type Tally,
} from "./analytics.models.js";

const ZONE = "Asia/Shanghai";
export const KEPT_MS = days(90);
/** Keys of a bucket that are told one by one; the rest is in the totals alone. */
const KEYS = 500;

export const startOf = (unit: RollUpUnit, ms: number): number =>
  DateTime.fromMillis(ms, { zone: ZONE }).startOf(unit).toMillis();
export const endOf = (unit: RollUpUnit, startMs: number): number =>
  DateTime.fromMillis(startMs, { zone: ZONE })
    .plus({ [unit]: 1 })
    .toMillis();
export const rollUpIdOf = (unit: RollUpUnit, startMs: number): string => `${unit} ${startMs}`;

/** Events before it are forgotten: whole days, so that no day is counted from a part of its events. */
export const keptSince = (): number => startOf("day", clock.ms() - KEPT_MS);

/**
 * Counts an hour or a day anew from its events, whenever they came. A bucket whose events are forgotten stays as it was
 * counted. Of two who count at once the one who began later stands.
 */
export async function rollUp(unit: RollUpUnit, startMs: number): Promise<void> {
  if (startMs < keptSince()) return;
  const countedAt = clock.now();
  const startAt = new Date(startMs);
  const figures = await countBucket(startAt, new Date(endOf(unit, startMs)));
  const _id = rollUpIdOf(unit, startMs);
  try {
    await RollUpModel.updateOne(
      { _id, countedAt: { $lte: countedAt } },
      { $set: { unit, startAt, countedAt, ...figures } },
      { upsert: true },
    );
  } catch (error) {
    // A newer count is there.
    if (!isDuplicateKey(error)) throw error;
  }
}

/** When it was last counted, epoch ms; 0 for never. */
export async function countedAt(unit: RollUpUnit, startMs: number): Promise<number> {
  const row = await RollUpModel.findById(rollUpIdOf(unit, startMs), { countedAt: 1 }).lean<RollUpDoc>();
  return row?.countedAt.getTime() ?? 0;
}

async function countBucket(from: Date, to: Date): Promise<Figures> {
  const within = { at: { $gte: from, $lt: to } };
  const people: PipelineStage[] = [{ $match: { ...within, bot: false } }, { $unwind: "$events" }];
  const [totals] = await VisitBatchModel.aggregate<Omit<Figures, "pages" | "sources" | "devices" | "actions" | "bots">>(
    [
      ...people,
      {
        $group: {
          _id: { visitor: "$events.visitorId", session: "$events.sessionId" },
          pv: { $sum: { $cond: [{ $eq: ["$events.type", "pv"] }, 1, 0] } },
          events: { $sum: { $cond: [{ $eq: ["$events.type", "event"] }, 1, 0] } },
        },
      },
      { $group: { _id: "$_id.visitor", pv: { $sum: "$pv" }, events: { $sum: "$events" }, sessions: { $sum: 1 } } },
      {
        $group: {
          _id: null,
          pv: { $sum: "$pv" },
          events: { $sum: "$events" },
          sessions: { $sum: "$sessions" },
          uv: { $sum: 1 },
        },
      },
    ],
  );
  const [bots] = await VisitBatchModel.aggregate<{ bots: number }>([
    { $match: { ...within, bot: true } },
    { $group: { _id: null, bots: { $sum: { $size: "$events" } } } },
  ]);
  const { pv = 0, uv = 0, sessions = 0, events = 0 } = totals ?? {};
  return {
    pv,
    uv,
    sessions,
    events,
    bots: bots?.bots ?? 0,
    pages: await tally(people, "pv", "$events.pagePath"),
    sources: await tally(people, "pv", "$events.source"),
    devices: await tally(people, "pv", "$events.deviceType"),
    actions: await tally(people, "event", "$events.eventType"),
  };
}

/** Most first; what no key was told for counts as "". */
async function tally(people: PipelineStage[], type: "pv" | "event", key: string): Promise<Tally[]> {
  return VisitBatchModel.aggregate<Tally>([
    ...people,
    { $match: { "events.type": type } },
    { $group: { _id: { key: { $ifNull: [key, ""] }, visitor: "$events.visitorId" }, count: { $sum: 1 } } },
    { $group: { _id: "$_id.key", count: { $sum: "$count" }, uv: { $sum: 1 } } },
    { $sort: { count: -1, _id: 1 } },
    { $limit: KEYS },
    { $project: { _id: 0, key: "$_id", count: 1, uv: 1 } },
  ]);
}
