import { UnrecoverableError } from "bullmq";
import { hours } from "#shared/kernel/time/clock.js";
import { TooManyCalls } from "#shared/kernel/http/outboundErrors.js";
import { isLostRace, isMongoAway } from "#shared/kernel/mongo/mongo.js";
import { NoPlace } from "#shared/kernel/queue/bulkhead.js";
import { HandedBack } from "#shared/kernel/request/context.js";
import { AppError } from "#shared/kernel/request/errors.js";

/** When the store is at fault, a job is put back without counting a try for this long since it was enqueued. */
const STORE_TIMEOUT_MS = hours(24);

/** What a run returned or threw. */
export type RunResult = { answer: unknown } | { error: unknown };

/** What else decides the outcome of a try. */
export interface TryFacts {
  /** Which try it is, from 1, and how many there are at most. */
  number: number;
  attempts: number;
  /** Of an ask: how long its caller still waits; negative: no longer. undefined: it is none. */
  callerWaitsMs: number | undefined;
  /** Whether the job has to be done and no caller waits: a row's job, or a tick. */
  isDurable: boolean;
  /** Since the job was enqueued. */
  ageMs: number;
  /** Whether its queue has a rate limit (queueSlots.ts). */
  hasRateLimit: boolean;
}

/** Why a try was not successful. `reason` is the error's name, `code` that of a declared error. */
export interface Failure {
  reason: string;
  message: string;
  code: number | undefined;
  error: unknown;
}

export type Outcome =
  /** A job has succeeded. */
  | { kind: "done" }
  /** An ask has the reply for its caller. */
  | { kind: "answered"; answer: unknown }
  /** An ask has a refusal for its caller. */
  | { kind: "refused"; failure: Failure; refusal: AppError }
  /** An ask found no place, and will find none while its caller waits: the caller gets its refusal at once. */
  | { kind: "busy"; failure: Failure }
  /** Back to the front of its queue, which pauses meanwhile as a provider requests it. No try is counted. */
  | { kind: "rateLimited"; failure: Failure; restMs: number }
  /** Stopped at a safe point, for another process to take at once. No try is counted. */
  | { kind: "handedBack"; failure: Failure }
  /** Put back until a place is expected. No try is counted. */
  | { kind: "noPlace"; failure: Failure; waitMs: number }
  /** Put back because of the store. No try is counted. */
  | { kind: "storeAtFault"; failure: Failure }
  /** Failed, and another try follows. */
  | { kind: "retried"; failure: Failure }
  /** Failed for good: it was the last try. */
  | { kind: "exhausted"; failure: Failure }
  /** Failed for good: further tries would fail as well. */
  | { kind: "discarded"; failure: Failure };

/** The outcome of a try. Reads no clock and writes nothing: endTry.ts acts on it. */
export function outcomeOf(result: RunResult, facts: TryFacts): Outcome {
  const { number, attempts, callerWaitsMs, isDurable, ageMs, hasRateLimit } = facts;
  const isAsk = callerWaitsMs !== undefined;
  if ("answer" in result) return isAsk ? { kind: "answered", answer: result.answer } : { kind: "done" };

  const { error } = result;
  const failure = failureOf(error);
  if (error instanceof TooManyCalls && hasRateLimit) return { kind: "rateLimited", failure, restMs: error.restMs };
  if (error instanceof HandedBack) return { kind: "handedBack", failure };
  if (error instanceof NoPlace) {
    const { waitMs } = error;
    return isAsk && callerWaitsMs < waitMs ? { kind: "busy", failure } : { kind: "noPlace", failure, waitMs };
  }
  if (error instanceof AppError && isAsk) return { kind: "refused", failure, refusal: error };
  if (isDurable && isStoreAtFault(error) && ageMs < STORE_TIMEOUT_MS) return { kind: "storeAtFault", failure };
  if (isPermanent(error)) return { kind: "discarded", failure };
  return { kind: number < attempts ? "retried" : "exhausted", failure };
}

const failureOf = (error: unknown): Failure => ({
  reason: error instanceof Error ? error.name : "thrown",
  message: error instanceof Error ? error.message : String(error),
  code: error instanceof AppError ? error.code : undefined,
  error,
});

/** Whether MongoDB is away, or a transaction lost its races for as long as it may try. */
const isStoreAtFault = (error: unknown): boolean => isMongoAway(error) || isLostRace(error);

/** Whether no further try would help. */
const isPermanent = (error: unknown): boolean =>
  (error instanceof AppError && !error.retry) || error instanceof UnrecoverableError;
