import { setTimeout as pause } from "node:timers/promises";
import { clock, days } from "../time/clock.js";
import { log } from "../observability/log.js";
import { defineModel } from "../mongo/mongo.js";
import { sharedMs } from "../mongo/storeTime.js";

/**
 * The recurring jobs as data: the cron process writes what it will do and what it did, workers how that ended; operators
 * read it. Keyed by the job's name, as each job has one schedule.
 */
export interface ScheduleRow {
  _id: string;
  queue: string;
  /** Version of the payload, and the payload of each tick. */
  v: number;
  payload: unknown;
  cron: string;
  timeZone: string;
  nextAt: Date | null;
  lastTickAt: Date | null;
  /** How the last run ended: done, retried, dead; null before the first. */
  lastOutcome: string | null;
  lastEndAt: Date | null;
  lastMs: number | null;
  /** Of the last run that failed: when, and the error's name and text. */
  lastFailedAt: Date | null;
  lastError: string;
}

export const ScheduleModel = defineModel<ScheduleRow>(
  "schedules",
  {
    _id: { type: String, required: true },
    queue: { type: String, required: true },
    v: { type: Number, required: true },
    payload: {},
    cron: { type: String, required: true },
    timeZone: { type: String, required: true },
    nextAt: { type: Date, default: null },
    lastTickAt: { type: Date, default: null },
    lastOutcome: { type: String, default: null },
    lastEndAt: { type: Date, default: null },
    lastMs: { type: Number, default: null },
    lastFailedAt: { type: Date, default: null },
    lastError: { type: String, default: "" },
  },
  { indexes: [] },
);

export type ScheduleFacts = Pick<ScheduleRow, "_id" | "queue" | "v" | "payload" | "cron" | "timeZone" | "nextAt">;

/** A schedule whose next tick is overdue by this much is run by no cron any more. */
const ABANDONED_MS = days(2);

/**
 * Called when a cron process starts. Two releases may run side by side, so neither removes what the other runs, but for
 * what is off.
 */
export async function recordSchedules(facts: readonly ScheduleFacts[], off: readonly string[] = []): Promise<void> {
  await ScheduleModel.bulkWrite(
    facts.map(({ _id, ...fields }) => ({
      updateOne: { filter: { _id }, update: { $set: fields }, upsert: true },
    })),
    { ordered: false },
  );
  const names = facts.map(({ _id }) => _id);
  await ScheduleModel.deleteMany({ _id: { $in: off } });
  await ScheduleModel.deleteMany({ _id: { $nin: names }, nextAt: { $lt: clock.after(-ABANDONED_MS) } });
}

/**
 * How late the next tick of each queue's schedules is, in ms: no cron runs, it cannot reach Redis, or its clock is slow.
 * Real time, by MongoDB's clock.
 */
export async function lateSchedules(): Promise<Map<string, number>> {
  const now = sharedMs();
  const between = { $lt: new Date(now), $gt: new Date(now - ABANDONED_MS) };
  const rows = await ScheduleModel.find({ nextAt: between }, { queue: 1, nextAt: 1 }).lean<
    Pick<ScheduleRow, "_id" | "queue" | "nextAt">[]
  >();
  const late = new Map<string, number>();
  for (const { queue, nextAt } of rows) late.set(queue, Math.max(late.get(queue) ?? 0, now - nextAt!.getTime()));
  return late;
}

/** Records a tick. A failure does not affect the tick itself. */
export function recordTick({ _id, ...fields }: ScheduleFacts, lastTickAt: Date): void {
  gather(_id, { ...fields, lastTickAt });
}

/** Records the end of a scheduled or triggered run. A failure does not affect the run itself. */
export function recordTickEnd(job: string, end: { outcome: string; ms: number; error?: unknown }): void {
  const now = clock.now();
  gather(job, {
    lastOutcome: end.outcome,
    lastEndAt: now,
    lastMs: Math.round(end.ms),
    ...(end.error === undefined ? {} : { lastFailedAt: now, lastError: textOf(end.error) }),
  });
}

/** Most schedules tick, and end, in the first second of a minute: together they are one write or two. */
const GATHER_MS = 500;
/** What is to be written, by schedule. */
const gathered = new Map<string, Partial<ScheduleRow>>();
let writing: Promise<void> | undefined;

function gather(_id: string, fields: Partial<ScheduleRow>): void {
  gathered.set(_id, { ...gathered.get(_id), ...fields });
  writing ??= writeGathered();
}

async function writeGathered(): Promise<void> {
  await pause(GATHER_MS);
  while (gathered.size > 0) {
    const updates = [...gathered].map(([_id, $set]) => ({
      // Only a tick has all that a new row needs.
      updateOne: { filter: { _id }, update: { $set }, upsert: $set.cron !== undefined },
    }));
    gathered.clear();
    await ScheduleModel.bulkWrite(updates, { ordered: false }).catch((error: unknown) =>
      log.debug({ err: error }, "ticks were not recorded"),
    );
  }
  writing = undefined;
}

/** Waits until every tick is recorded; called before a process exits. */
export async function ticksRecorded(): Promise<void> {
  await writing;
}

const MOST_TEXT = 500;
const textOf = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, MOST_TEXT);
