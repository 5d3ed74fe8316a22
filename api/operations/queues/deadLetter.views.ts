import type { About, SubjectKind } from "#shared/kernel/queue/subjects.js";
import type { z } from "zod";
import { deadLetterStatus, type ReplayProgress } from "#shared/domains/operations/deadLetters/index.js";
import type { DeadLetter } from "#shared/kernel/queue/deadLetters.js";
import { epochMs } from "#api/http/fields.js";
import { BatchStatus } from "#shared/domains/operations/operations.states.js";
import type { DeadLetterReplayView, DeadLetterView } from "./deadLetter.schemas.js";

export const deadLetterView = (letter: DeadLetter): z.input<typeof DeadLetterView> => ({
  id: letter._id,
  queue: letter.queue,
  job: letter.job,
  jobId: letter.bullId,
  version: letter.v,
  payload: letter.payload,
  orderId: oneOf(letter.about.orderId),
  payOrderId: oneOf(letter.about.payOrderId),
  memberId: oneOf(letter.about.memberId),
  attempts: letter.attempts,
  error: letter.error ?? "",
  reason: letter.reason,
  stack: letter.stack,
  cause: letter.cause ?? "",
  enqueuedBuild: letter.enqueuedBuild ?? null,
  failedBuild: letter.failedBuild ?? null,
  requestId: letter.requestId,
  status: deadLetterStatus(letter),
  replayTime: epochMs(letter.replayedAt),
  discardTime: epochMs(letter.discardedAt),
  discardReason: letter.discardReason ?? null,
  createTime: letter.createdAt.getTime(),
});

/** A replay with the names of the operators who began and stopped it. */
export type NamedReplay = ReplayProgress & { names: Map<number, string> };

export const deadLetterReplayView = ({ names, ...replay }: NamedReplay): z.input<typeof DeadLetterReplayView> => {
  const isRunning = replay.status === BatchStatus.underWay;
  return {
    id: replay._id,
    replayed: replay.replayed,
    skipped: replay.skipped,
    running: isRunning,
    diedAgain: replay.diedAgain,
    left: replay.left,
    perMinute: replay.perMinute ?? null,
    end: isRunning ? null : (replay.endedEarly ?? "done"),
    operatorId: replay.operatorId,
    operatorName: names.get(replay.operatorId) ?? null,
    stopOperatorName: names.get(replay.stoppedBy ?? 0) ?? null,
    createTime: replay.createdAt.getTime(),
  };
};

/** Null for several; the search finds them by any. */
const oneOf = (id: About[SubjectKind]): number | null => (typeof id === "number" ? id : null);
