import { defineModel } from "../mongo/mongo.js";
import { storeNow } from "../mongo/storeTime.js";
import { minutes, seconds } from "../time/clock.js";

/**
 * How many jobs of a kind may start in a minute, over all processes. Its rows wait in the outbox for their turn (turns.ts);
 * each start takes its part of the rate by one guarded write here, whichever process it is in, and whatever was lost.
 */
export interface KindLimit {
  /** The job's name. */
  _id: string;
  perMinute: number;
  /** A minute's part of one start. */
  intervalMs: number;
  operatorId: number;
  reason: string;
  at: Date;
  /** Epoch ms by MongoDB's clock: when the next start would be due if all came evenly. */
  nextStartMs: number;
  /** The same of rows that are given their turn, so that a queue that is slow to take them does not get more and more. */
  nextTurnMs: number;
}
export const KindLimitModel = defineModel<KindLimit>("kindLimits", {
  _id: { type: String, required: true },
  perMinute: { type: Number, required: true },
  intervalMs: { type: Number, required: true },
  operatorId: { type: Number, required: true },
  reason: { type: String, required: true },
  at: { type: Date, required: true },
  nextStartMs: { type: Number, required: true },
  nextTurnMs: { type: Number, required: true },
});

/** A start may come this much before its even time: at once there are so many seconds' worth at most, and one. */
export const BURST_MS = seconds(5);
export const intervalOf = (perMinute: number): number => minutes(1) / perMinute;

/** The times of a limit from now on; what it allowed so far counts, so that to set it again gives nothing for free. */
export function timesFrom(before: KindLimit | null, perMinute: number): Pick<KindLimit, "nextStartMs" | "nextTurnMs"> {
  const now = storeNow().getTime();
  return {
    nextStartMs: before ? Math.min(before.nextStartMs, now + intervalOf(perMinute)) : now,
    nextTurnMs: before ? Math.min(before.nextTurnMs, now) : now,
  };
}

/** Takes the part of one start; "none": the rate is used up for now; "free": the kind is not limited any more. */
export async function takeStart({ _id: job, at }: KindLimit): Promise<"taken" | "none" | "free"> {
  const now = storeNow().getTime();
  const seen = usedUp.get(job);
  if (seen && seen.at === at.getTime() && now < seen.untilMs) return "none";
  const taken = await KindLimitModel.findOneAndUpdate(
    { _id: job, nextStartMs: { $lte: now + BURST_MS } },
    [{ $set: { nextStartMs: { $add: [{ $max: ["$nextStartMs", now] }, "$intervalMs"] } } }],
    { updatePipeline: true },
  ).lean();
  if (taken) return "taken";
  const limit = await KindLimitModel.findById(job).lean<KindLimit>();
  if (!limit) return "free";
  usedUp.set(job, { at: limit.at.getTime(), untilMs: limit.nextStartMs - BURST_MS });
  return "none";
}
/** Gives the part of a start back that did not begin, if the limit is still that one: what Redis handed out was over. */
export async function giveStartBack({ _id: job, at }: KindLimit): Promise<void> {
  const now = storeNow().getTime();
  const earlier = { $max: [now, { $subtract: ["$nextStartMs", "$intervalMs"] }] };
  await KindLimitModel.updateOne({ _id: job, at }, [{ $set: { nextStartMs: { $min: ["$nextStartMs", earlier] } } }], {
    updatePipeline: true,
  });
}

/** Until when no start of a kind is due, by the limit of then: a flood of jobs is put back without asking for each. */
const usedUp = new Map<string, { at: number; untilMs: number }>();

/** How many rows may be given their turn now, and what is written when `count` of them are. */
export function turnsNow(limit: KindLimit): { most: number; after: (count: number) => number } {
  const { intervalMs } = limit;
  const now = storeNow().getTime();
  const from = Math.max(limit.nextTurnMs, now - BURST_MS);
  const turns = Math.floor((now - from) / intervalMs) + 1;
  const starts = Math.floor((now + BURST_MS - Math.max(limit.nextStartMs, now)) / intervalMs) + 1;
  return { most: Math.max(0, Math.min(turns, starts)), after: (count) => from + count * intervalMs };
}
