import { clock, days, hours, minutes } from "#shared/kernel/time/clock.js";
import { sumOf, type Histogram } from "#shared/kernel/observability/histogram.js";
import { readQueueFigures } from "#shared/kernel/queue/queueFigures.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { QueueMinuteModel, type QueueMinute } from "#shared/kernel/queue/queueTries.js";
import { QueueRollupModel, rollupSteps, type QueueRollup, type RollupStep } from "./queueRollup.model.js";

const LENGTH_MS: Record<RollupStep, number> = { minute: minutes(1), hour: hours(1), day: days(1) };
const KEPT_MS: Record<RollupStep, number> = { minute: days(2), hour: days(90), day: days(91) };
/** Days are those of the shop's time zone, which has no daylight saving. */
const SHANGHAI_MS = hours(8);
const BATCH = 500;
const MOST_BATCHES = 20;

/**
 * Records the queue depths, and rolls up the workers' counts into the rows of their minute, hour and day. Every write
 * is a maximum of whole numbers that only grow, so that repeated, late or concurrent runs give the same result.
 */
export async function rollUpQueues(): Promise<void> {
  await recordDepths();
  for (let batch = 0; batch < MOST_BATCHES; batch++) if ((await rollUpCounts()) < BATCH) return;
}

/** Start of the step that contains a moment; both epoch milliseconds. */
export function stepStart(step: RollupStep, ms: number): number {
  const shift = step === "day" ? SHANGHAI_MS : 0;
  return ms - ((ms + shift) % LENGTH_MS[step]);
}

interface Place {
  queue: QueueName;
  step: RollupStep;
  at: number;
}
const idOf = ({ queue, step, at }: Place): string => `${queue} ${step} ${at}`;

/** Raises the numbers of a row, which is created if it is missing. */
function raise(place: Place, numbers: Record<string, number>) {
  const { queue, step, at } = place;
  const dropAt = new Date(at + LENGTH_MS[step] + KEPT_MS[step]);
  const update = { $max: numbers, $setOnInsert: { queue, step, at: new Date(at), dropAt } };
  return { updateOne: { filter: { _id: idOf(place) }, update, upsert: true } };
}

async function recordDepths(): Promise<void> {
  const now = clock.ms();
  const figures = await readQueueFigures();
  await QueueRollupModel.bulkWrite(
    figures.flatMap(({ name: queue, waiting: depthMax, oldestWaitingMs: oldestMaxMs }) =>
      rollupSteps.map((step) =>
        raise({ queue, step, at: stepStart(step, now) }, { depthMax, oldestMaxMs, sampled: 1 }),
      ),
    ),
    { ordered: false },
  );
}

/** Rolls up the next pending counts, oldest first; returns how many there were. */
async function rollUpCounts(): Promise<number> {
  const fresh = await QueueMinuteModel.find({ pending: true }, { queue: 1, minute: 1, write: 1 })
    .sort({ minute: 1 })
    .limit(BATCH)
    .lean<Pick<QueueMinute, "_id" | "queue" | "minute" | "write">[]>();
  if (fresh.length === 0) return 0;
  const touched = (step: RollupStep): Place[] => {
    const places = fresh.map(({ queue, minute }) => ({ queue, step, at: stepStart(step, minute.getTime()) }));
    return [...new Map(places.map((place) => [idOf(place), place])).values()];
  };
  await raiseAll(touched("minute"), (queues, at) =>
    QueueMinuteModel.find({ queue: { $in: queues }, minute: new Date(at) }).lean<Counts[]>(),
  );
  await raiseAll(touched("hour"), (queues, at) => rowsWithin("minute", queues, "hour", at));
  await raiseAll(touched("day"), (queues, at) => rowsWithin("hour", queues, "day", at));
  // Counts that a worker wrote since are left to the next run.
  await QueueMinuteModel.bulkWrite(
    fresh.map(({ _id, write }) => ({ updateOne: { filter: { _id, write }, update: { $set: { pending: false } } } })),
    { ordered: false },
  );
  return fresh.length;
}

type Counts = Pick<QueueRollup, "queue" | "done" | "retried" | "dead" | "run" | "wait">;

async function rowsWithin(parts: RollupStep, queues: QueueName[], step: RollupStep, at: number): Promise<Counts[]> {
  const within = { $gte: new Date(at), $lt: new Date(at + LENGTH_MS[step]) };
  return QueueRollupModel.find({ queue: { $in: queues }, step: parts, at: within }).lean<Counts[]>();
}

/** The parts of all queues of one time are read at once. */
async function raiseAll(
  places: Place[],
  partsOf: (queues: QueueName[], at: number) => PromiseLike<Counts[]>,
): Promise<void> {
  const writes: ReturnType<typeof raise>[] = [];
  for (const at of new Set(places.map((place) => place.at))) {
    const ofTime = places.filter((place) => place.at === at);
    const parts = await partsOf(
      ofTime.map(({ queue }) => queue),
      at,
    );
    for (const place of ofTime)
      writes.push(raise(place, numbersOf(parts.filter(({ queue }) => queue === place.queue))));
  }
  await QueueRollupModel.bulkWrite(writes, { ordered: false });
}

/** The sums of the parts as fields of a row, one field per bucket. */
function numbersOf(parts: Counts[]): Record<string, number> {
  const total = (field: "done" | "retried" | "dead"): number => parts.reduce((sum, part) => sum + part[field], 0);
  const buckets = (field: "run" | "wait"): Histogram =>
    Object.fromEntries(
      Object.entries(sumOf(parts.map((part) => part[field]))).map(([bucket, count]) => [`${field}.${bucket}`, count]),
    );
  return { done: total("done"), retried: total("retried"), dead: total("dead"), ...buckets("run"), ...buckets("wait") };
}
