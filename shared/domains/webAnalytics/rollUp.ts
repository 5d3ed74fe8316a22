import { DateTime } from "luxon";
import { clock, days, hours } from "#shared/kernel/time/clock.js";
import { isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { RollUpModel, VisitBatchModel, type Figures, type RollUpDoc, type RollUpUnit } from "./analytics.models.js";
import { countVisits, type CountedBatch, type VisitCount } from "./countVisits.js";

const ZONE = "Asia/Shanghai";
const KEPT_MS = days(90);

export const startOf = (unit: RollUpUnit, ms: number): number =>
  DateTime.fromMillis(ms, { zone: ZONE }).startOf(unit).toMillis();
export const endOf = (unit: RollUpUnit, startMs: number): number =>
  DateTime.fromMillis(startMs, { zone: ZONE })
    .plus({ [unit]: 1 })
    .toMillis();
const rollUpIdOf = (unit: RollUpUnit, startMs: number): string => `${unit} ${startMs}`;

/** Older events are deleted; by whole days, so that no day is counted from a part of its events. */
export const retainedSince = (): number => startOf("day", clock.ms() - KEPT_MS);

/**
 * Recounts an hour or a day from its events. A bucket whose events are deleted keeps its count. Of two concurrent
 * counts the one that began later wins.
 */
export async function rollUp(unit: RollUpUnit, startMs: number): Promise<void> {
  if (unit === "day") return rollUpDay(startMs, []);
  if (startMs < retainedSince()) return;
  const countedAt = clock.now();
  const begun = performance.now();
  const count = countVisits();
  await readHour(startMs, [count]);
  await storeCount({ unit, startMs, countedAt, countMs: performance.now() - begun }, count.figures());
}

/** Counts a day and these of its hours, reading its events once. */
export async function rollUpDay(startMs: number, hoursToo: readonly number[]): Promise<void> {
  if (startMs < retainedSince()) return;
  const countedAt = clock.now();
  const begun = performance.now();
  const whole = countVisits();
  const end = endOf("day", startMs);
  for (let hour = startMs; hour < end; hour += hours(1)) {
    const hourBegun = performance.now();
    const own = hoursToo.includes(hour) ? countVisits() : undefined;
    await readHour(hour, own ? [whole, own] : [whole]);
    const counted = { unit: "hour", startMs: hour, countedAt, countMs: performance.now() - hourBegun } as const;
    if (own) await storeCount(counted, own.figures());
  }
  await storeCount({ unit: "day", startMs, countedAt, countMs: performance.now() - begun }, whole.figures());
}

type Counted = Pick<RollUpDoc, "unit" | "countedAt"> & { startMs: number; countMs: number };

async function storeCount({ unit, startMs, countedAt, countMs }: Counted, figures: Figures): Promise<void> {
  const _id = rollUpIdOf(unit, startMs);
  const startAt = new Date(startMs);
  try {
    await RollUpModel.updateOne(
      { _id, countedAt: { $lte: countedAt } },
      { $set: { unit, startAt, countedAt, countMs: Math.round(countMs), ...figures } },
      { upsert: true },
    );
  } catch (error) {
    // There is a newer count.
    if (!isDuplicateKey(error)) throw error;
  }
}

/** When a bucket was last counted (epoch ms; 0 for never), and how long that took. */
export async function lastCountOf(unit: RollUpUnit, startMs: number): Promise<{ at: number; tookMs: number }> {
  const fields = { countedAt: 1, countMs: 1 };
  const row = await RollUpModel.findById(rollUpIdOf(unit, startMs), fields).lean<
    Pick<RollUpDoc, "_id" | "countedAt" | "countMs">
  >();
  return { at: row?.countedAt.getTime() ?? 0, tookMs: row?.countMs ?? 0 };
}

/** Batches per reply of the store: parsing them blocks the process for only some ms. */
const ROWS = 50;
const counted = Object.fromEntries(
  ["type", "visitorId", "sessionId", "pagePath", "source", "deviceType", "eventType"].map((field) => [
    `events.${field}`,
    1,
  ]),
);

/**
 * Adds every batch of an hour, in order of arrival, to each of the counts. An hour and not a day, so that a store that
 * builds its whole answer before the first row (MongoDB's stand-in) needs little memory.
 */
async function readHour(startMs: number, counts: readonly VisitCount[]): Promise<void> {
  const within = { at: { $gte: new Date(startMs), $lt: new Date(startMs + hours(1)) } };
  // Straight to the driver: there may be a million events, and none needs to be a Mongoose document.
  const batches = VisitBatchModel.collection.find<CountedBatch>(within, {
    projection: { _id: 0, bot: 1, ...counted },
    sort: { at: 1, no: 1 },
    batchSize: ROWS,
  });
  for await (const batch of batches) for (const count of counts) count.add(batch);
}
