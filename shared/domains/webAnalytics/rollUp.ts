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

/** Events before it are forgotten: whole days, so that no day is counted from a part of its events. */
export const keptSince = (): number => startOf("day", clock.ms() - KEPT_MS);

/**
 * Counts an hour or a day anew from its events, whenever they came. A bucket whose events are forgotten stays as it was
 * counted. Of two who count at once the one who began later stands.
 */
export async function rollUp(unit: RollUpUnit, startMs: number): Promise<void> {
  if (unit === "day") return rollUpDay(startMs, []);
  if (startMs < keptSince()) return;
  const countedAt = clock.now();
  const begun = performance.now();
  const count = countVisits();
  await readHour(startMs, [count]);
  await keep({ unit, startMs, countedAt, countMs: performance.now() - begun }, count.figures());
}

/** Counts a day and these hours of it, reading its events once. */
export async function rollUpDay(startMs: number, hoursToo: readonly number[]): Promise<void> {
  if (startMs < keptSince()) return;
  const countedAt = clock.now();
  const begun = performance.now();
  const whole = countVisits();
  const end = endOf("day", startMs);
  for (let hour = startMs; hour < end; hour += hours(1)) {
    const hourBegun = performance.now();
    const own = hoursToo.includes(hour) ? countVisits() : undefined;
    await readHour(hour, own ? [whole, own] : [whole]);
    const counted = { unit: "hour", startMs: hour, countedAt, countMs: performance.now() - hourBegun } as const;
    if (own) await keep(counted, own.figures());
  }
  await keep({ unit: "day", startMs, countedAt, countMs: performance.now() - begun }, whole.figures());
}

type Counted = Pick<RollUpDoc, "unit" | "countedAt"> & { startMs: number; countMs: number };

async function keep({ unit, startMs, countedAt, countMs }: Counted, figures: Figures): Promise<void> {
  const _id = rollUpIdOf(unit, startMs);
  const startAt = new Date(startMs);
  try {
    await RollUpModel.updateOne(
      { _id, countedAt: { $lte: countedAt } },
      { $set: { unit, startAt, countedAt, countMs: Math.round(countMs), ...figures } },
      { upsert: true },
    );
  } catch (error) {
    // A newer count is there.
    if (!isDuplicateKey(error)) throw error;
  }
}

/** When it was last counted (epoch ms; 0 for never), and how long that took. */
export async function lastCountOf(unit: RollUpUnit, startMs: number): Promise<{ at: number; tookMs: number }> {
  const fields = { countedAt: 1, countMs: 1 };
  const row = await RollUpModel.findById(rollUpIdOf(unit, startMs), fields).lean<
    Pick<RollUpDoc, "_id" | "countedAt" | "countMs">
  >();
  return { at: row?.countedAt.getTime() ?? 0, tookMs: row?.countMs ?? 0 };
}

/** Tellings of one answer: taking them apart keeps the process for some ms, no longer. */
const ROWS = 50;
const counted = Object.fromEntries(
  ["type", "visitorId", "sessionId", "pagePath", "source", "deviceType", "eventType"].map((field) => [
    `events.${field}`,
    1,
  ]),
);

/**
 * Every telling of an hour, in the order they came, added to each of the counts. An hour and not a day: a store that makes
 * its whole answer before it gives the first row of it (MongoDB's stand-in) holds little even so.
 */
async function readHour(startMs: number, counts: readonly VisitCount[]): Promise<void> {
  const within = { at: { $gte: new Date(startMs), $lt: new Date(startMs + hours(1)) } };
  // Straight to the driver: nothing of it is a document of ours, and there may be a million.
  const batches = VisitBatchModel.collection.find<CountedBatch>(within, {
    projection: { _id: 0, bot: 1, ...counted },
    sort: { at: 1, no: 1 },
    batchSize: ROWS,
  });
  for await (const batch of batches) for (const count of counts) count.add(batch);
}
