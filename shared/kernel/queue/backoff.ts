import type { JobsOptions } from "bullmq";
import { hours, seconds } from "../time/clock.js";
import type { JobData } from "./jobs.js";

/** Pauses are shortened by up to this share at random, so that jobs that failed together do not retry together. */
const JITTER = 0.25;
const FIRST_PAUSE_MS = seconds(1);
const LONGEST_PAUSE_MS = hours(1);

/** Outlasts a provider that is down for a night: pauses of 1 s, 2 s, ... to an hour, for a day. */
export const untilTomorrow = { attempts: 36, backoff: { type: "patient" } } satisfies Pick<
  JobsOptions,
  "attempts" | "backoff"
>;

type Backoff = JobsOptions["backoff"];

/** The backoff that BullMQ gets: all pauses but `patient` ones, which jitter themselves, are shortened at random. */
export const withJitter = (backoff: Backoff): Backoff =>
  typeof backoff === "object" && backoff.type !== untilTomorrow.backoff.type ? { jitter: JITTER, ...backoff } : backoff;

/** The longest pause after so many failed tries, in ms. */
export function pauseAfter(backoff: Backoff, tries: number): number {
  if (tries <= 0 || backoff === undefined) return 0;
  if (typeof backoff === "number") return backoff;
  const { type, delay = 0 } = backoff;
  if (type === untilTomorrow.backoff.type) return Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
  return type === "exponential" ? delay * 2 ** (tries - 1) : delay;
}

/** For workers: BullMQ does not know `patient` by itself. */
export const backoffStrategy = (
  tries: number,
  type?: string,
  _error?: Error,
  job?: { data: Pick<JobData, "tried"> },
): number => {
  if (type !== untilTomorrow.backoff.type) throw new Error(`no backoff is called ${type}`);
  const inAll = tries + (job?.data.tried ?? 0);
  return Math.round(pauseAfter(untilTomorrow.backoff, inAll) * (1 - JITTER * Math.random()));
};
