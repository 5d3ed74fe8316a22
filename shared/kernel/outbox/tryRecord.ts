import { hostname } from "node:os";
import type { UpdateQuery } from "mongoose";
import { MOST_CALLS, type RunNotes } from "../request/context.js";
import { MOST_FAILURES, type FailedTry, type OutboxRow } from "./row.js";

/** Names this process on the rows of its jobs. */
const workerName = `${hostname()} ${process.pid}`;
const MOST_TEXT = 500;

/** A try, as its row records it. */
export interface TryRecord {
  /** From 1. */
  number: number;
  startedAt: Date;
  /** Of a failed try. */
  failed?: { ms: number; reason: string; message: string } | undefined;
  /** Put back before it was through, which does not count as a try. */
  postponed?: PostponedTry | undefined;
  nextTryAt?: Date | undefined;
  notes?: RunNotes | undefined;
}

interface PostponedTry {
  reason: string;
  message: string;
  /** Since when it has failed, of a job whose tries do not end as its processes die. */
  since?: Date;
}

/** What a try writes on its row, apart from the row's state. */
export function updateOfTry({
  number,
  startedAt,
  failed,
  postponed,
  nextTryAt,
  notes,
}: TryRecord): UpdateQuery<OutboxRow> & {
  $set: object;
} {
  if (postponed) {
    const { reason, message, since } = postponed;
    return {
      $set: { reason, message: message.slice(0, MOST_TEXT), nextTryAt, worker: workerName },
      ...(since ? { $min: { firstStartedAt: since } } : {}),
    };
  }
  const failure = failed && asFailure({ number, startedAt, failed });
  const calls = notes?.calls ?? [];
  const subjects = [...new Set(notes?.subjects)];
  return {
    $set: {
      tries: number,
      startedAt,
      worker: workerName,
      ...(failure ? { reason: failure.reason, message: failure.message } : {}),
      ...(nextTryAt ? { nextTryAt } : {}),
    },
    $min: { firstStartedAt: startedAt },
    ...(failure || calls.length > 0
      ? {
          $push: {
            ...(failure ? { failures: { $each: [failure], $slice: -MOST_FAILURES } } : {}),
            ...(calls.length > 0 ? { calls: { $each: calls, $slice: -MOST_CALLS } } : {}),
          },
        }
      : {}),
    ...(subjects.length > 0 ? { $addToSet: { subjects: { $each: subjects } } } : {}),
  };
}

function asFailure({
  number,
  startedAt,
  failed,
}: Required<Pick<TryRecord, "number" | "startedAt">> & { failed: NonNullable<TryRecord["failed"]> }): FailedTry {
  const { ms, reason, message } = failed;
  return {
    at: startedAt,
    ms: Math.round(ms),
    number,
    reason,
    message: withoutName(message, reason).slice(0, MOST_TEXT),
    worker: workerName,
  };
}

/** Our own errors begin with their name, which the row holds as `reason` already. */
const withoutName = (message: string, name: string): string =>
  message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message;
