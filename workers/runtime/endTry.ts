import { UnrecoverableError, Worker, type Job } from "bullmq";
import type { RunningSpan } from "#shared/kernel/observability/spans.js";
import { recordAsk } from "#shared/kernel/outbox/asks.js";
import { endOutboxRow, outboxEndingRoom, recordOutboxTry } from "#shared/kernel/outbox/ending.js";
import type { TryRecord } from "#shared/kernel/outbox/tryRecord.js";
import type { AskReply } from "#shared/kernel/queue/answers.js";
import { pauseAfter } from "#shared/kernel/queue/backoff.js";
import { noteGoodJob } from "#shared/kernel/queue/goodJobs.js";
import type { JobData, JobDefinition } from "#shared/kernel/queue/jobs.js";
import { errors, errorToWire } from "#shared/kernel/request/errors.js";
import { clock } from "#shared/kernel/time/clock.js";
import type { Failure, Outcome } from "./outcome.js";
import { putBack } from "./putBack.js";
import type { QueueWorker } from "./queueWorker.js";
import { reportTry } from "./reportTry.js";

/** When the store is at fault, the job is put back for 5 to 10 s. */
const STORE_BACK_MS = 5_000;

/** A try of a job. */
export interface Try {
  definition: JobDefinition;
  job: Job<JobData>;
  token: string | undefined;
  /** By performance.now(). */
  startedAt: number;
  span: RunningSpan | undefined;
  tryRecord: TryRecord;
}

/**
 * Acts on the outcome of a try, in one place: reports it, records it, and returns or throws what BullMQ is to do with the
 * job. Returns the reply to an ask.
 */
export async function endTry(state: QueueWorker, ended: Try, outcome: Outcome): Promise<AskReply | undefined> {
  const { definition, job, token, tryRecord } = ended;
  const ms = performance.now() - ended.startedAt;
  reportTry(state.queue, ended, outcome, ms);
  switch (outcome.kind) {
    case "done":
      endOutboxRow(job.data, "done", tryRecord);
      noteGoodJob(job.name, job.id ?? "", job.data);
      await outboxEndingRoom();
      return undefined;
    case "answered":
      recordAsk(definition, job.data, tryRecord);
      return { answer: outcome.answer };
    case "refused":
      recordAsk(definition, job.data, failedRecord(tryRecord, outcome.failure, ms));
      return { refusal: errorToWire(outcome.refusal) };
    case "busy":
      return { refusal: errorToWire(errors.StillWorking({}, 2)) };
    case "rateLimited":
      await state.worker.rateLimit(outcome.restMs);
      throw Worker.RateLimitError();
    case "handedBack":
      return putBack(state, job, token, 0);
    case "noPlace":
      return putBack(state, job, token, outcome.waitMs, whyOf(outcome.failure));
    case "storeAtFault":
      return putBack(state, job, token, STORE_BACK_MS * (1 + Math.random()), whyOf(outcome.failure));
    case "retried":
      recordOutboxTry(job.data, "retrying", {
        ...failedRecord(tryRecord, outcome.failure, ms),
        nextTryAt: clock.after(pauseAfter(job.opts.backoff, tryRecord.number)),
      });
      throw outcome.failure.error;
    case "exhausted":
    case "discarded":
      // For the worker's listener, which records them once Redis has the job as failed.
      state.lastTries.set(job.id ?? "", failedRecord(tryRecord, outcome.failure, ms));
      throw outcome.kind === "discarded" ? unrecoverable(outcome.failure) : outcome.failure.error;
  }
}

const whyOf = ({ reason, message }: Failure): TryRecord["postponed"] => ({ reason, message });

const failedRecord = (tryRecord: TryRecord, { reason, message }: Failure, ms: number): TryRecord => ({
  ...tryRecord,
  failed: { ms, reason, message },
});

/** Prevents further tries, under the name of the original error. */
const unrecoverable = ({ reason, message }: Failure): UnrecoverableError =>
  Object.assign(new UnrecoverableError(message), { name: reason });
