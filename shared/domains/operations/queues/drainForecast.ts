import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { clock, days, minutes, seconds } from "#shared/kernel/time/clock.js";
import { cachedBy } from "./cachedReads.js";
import { readRollups, settledMinute, wasSampled } from "./queueCurves.js";

/**
 * empty: nothing waits. paused, noWorker: nothing is taken. unknown: too little was recorded. grows: at this pace the waiting
 * ones do not become fewer, or not within MOST_MS. drains: they are done at a time.
 */
export const drainStates = ["empty", "paused", "noWorker", "unknown", "grows", "drains"] as const;
export interface Drain {
  state: (typeof drainStates)[number];
  /** Of `drains`: when they are done, and the range of that; no latest: they may never be, within the error. */
  at: number | null;
  earliest: number | null;
  latest: number | null;
  /** In the last 15 minutes: jobs that came to wait, retries included, and tries that ended. Null: not known. */
  arrivedPerMinute: number | null;
  endedPerMinute: number | null;
  /** How many of the last 15 minutes they were recorded in. */
  minutes: number;
}

/** A recorded minute: how many waited at its sample, null without one, and the tries that ended in it. */
export interface PaceMinute {
  at: number;
  depth: number | null;
  ended: number;
}

const OF_MINUTES = 15;
/** With fewer, one odd minute would decide. */
const FEWEST_MINUTES = 5;
/** Of the mean change of a minute: what it really is lies within so many standard errors in about 19 of 20 cases. */
const ERRORS = 2;
/** A forecast beyond this says nothing. */
const MOST_MS = days(7);
const CACHED_MS = seconds(10);

/** The last minutes of a queue of which everything is recorded, and the one before them; ten seconds old at most. */
export const readPace = cachedBy(CACHED_MS, async (queue: QueueName): Promise<PaceMinute[]> => {
  const until = settledMinute();
  const rows = await readRollups(queue, "minute", until - minutes(OF_MINUTES + 1), until);
  return rows.map((row) => ({
    at: row.at.getTime(),
    depth: wasSampled(row) ? row.depthMax : null,
    ended: row.done + row.retried + row.dead,
  }));
});

interface QueueNow {
  waiting: number;
  paused: boolean;
  /** Live workers. */
  workers: number;
}

/**
 * When the waiting jobs are done, if the last 15 minutes go on. How many waited is sampled once a minute, so each two
 * minutes in a row tell by how many they changed; with the tries that ended meanwhile that tells the arrivals. The error
 * is that of the mean change. Delayed and held jobs, and those that are late for the queue, are not in it.
 */
export function forecastDrain({ waiting, paused, workers }: QueueNow, pace: readonly PaceMinute[]): Drain {
  const changes = changesOf(pace);
  const known = changes.length >= FEWEST_MINUTES;
  const endedPerMinute = known ? mean(changes.map(({ ended }) => ended)) : null;
  const change = mean(changes.map(({ by }) => by));
  const rates: Omit<Drain, "state"> = {
    at: null,
    earliest: null,
    latest: null,
    arrivedPerMinute: endedPerMinute === null ? null : Math.max(0, endedPerMinute + change),
    endedPerMinute,
    minutes: changes.length,
  };
  if (waiting === 0) return { ...rates, state: "empty" };
  if (paused) return { ...rates, state: "paused" };
  if (workers === 0) return { ...rates, state: "noWorker" };
  if (!known) return { ...rates, state: "unknown" };
  const error = ERRORS * standardError(changes.map(({ by }) => by));
  const after = (perMinute: number): number | null => {
    const ms = perMinute <= 0 ? Infinity : (waiting / perMinute) * minutes(1);
    return ms > MOST_MS ? null : Math.round(clock.ms() + ms);
  };
  const at = after(-change);
  if (at === null) return { ...rates, state: "grows" };
  return { ...rates, state: "drains", at, earliest: after(error - change), latest: after(-change - error) };
}

/** By how much the waiting ones changed from each minute to the next, and what ended meanwhile. */
function changesOf(pace: readonly PaceMinute[]): { by: number; ended: number }[] {
  return pace.flatMap(({ at, depth, ended }, index) => {
    const next = pace[index + 1];
    if (depth === null || !next || next.depth === null || next.at - at !== minutes(1)) return [];
    return [{ by: next.depth - depth, ended }];
  });
}

const mean = (values: number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

function standardError(values: number[]): number {
  const middle = mean(values);
  const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
  return Math.sqrt(variance / values.length);
}
