import { UnrecoverableError, Worker, type Job } from "bullmq";
import { sendAnswer, type AskReply } from "#shared/kernel/queue/answers.js";
import { backoffStrategy, pauseAfter } from "#shared/kernel/queue/backoff.js";
import { releaseBulkheads, NoPlace } from "#shared/kernel/queue/bulkhead.js";
import { currentContext, HandedBack, withContext, type RunNotes, type Slots } from "#shared/kernel/request/context.js";
import { clock } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { AppError, errors, errorToWire } from "#shared/kernel/request/errors.js";
import { TooManyCalls } from "#shared/kernel/http/outboundErrors.js";
import { TICK_ID, type JobData, type JobDefinition } from "#shared/kernel/queue/jobs.js";
import { log } from "#shared/kernel/observability/log.js";
import { isLostRace, isMongoAway } from "#shared/kernel/mongo/mongo.js";
import { recordAsk } from "#shared/kernel/outbox/asks.js";
import { endOutboxRow, outboxEndingRoom, recordOutboxTry } from "#shared/kernel/outbox/ending.js";
import type { TryRecord } from "#shared/kernel/outbox/tryRecord.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { recordTry } from "#shared/kernel/queue/queueTries.js";
import { broadcastsSent } from "#shared/kernel/redis/broadcast.js";
import { blockingRedis } from "#shared/kernel/redis/redis.js";
import { releaseBytes } from "#shared/kernel/queue/bestEffortJobs.js";
import type { RunningSpan } from "#shared/kernel/observability/spans.js";
import { storeAheadMs } from "#shared/kernel/mongo/storeTime.js";
import { recordFinalFailure } from "./deadLetters.js";
import { afterDeathAlone, deathsOf, hasSurvived, PAUSES_AFTER_DEATHS_MS } from "./deaths.js";
import type { Processor } from "./processor.js";
import { comesBack, putBack } from "./putBack.js";
import type { OfProcess, QueueWorker, RunningJob } from "./queueWorker.js";
import { limitOf, slotsOf } from "./queueSlots.js";
import { withinRunTime } from "./runTime.js";
import { spanOf, tryReporter } from "./reportTry.js";
import { underScheduleLease } from "./scheduleLease.js";
import { clearSuspect, isolate, isSuspect, mustWait } from "./suspects.js";

/** An unknown job or a newer payload is put back for this long, so that a rolling deploy loses nothing. */
const PUT_BACK_MS = 60_000;
const SUSPECT_BACK_MS = 1_000;
/** When the store is at fault, the job is put back for 5 to 10 s without counting a try, for a day. */
const STORE_BACK_MS = 5_000;
const STORE_TIMEOUT_MS = 86_400_000;

/** How long a worker without work waits in Redis at a time: as long as BullMQ allows, and less than SILENT_MS.blocking. */
const MOST_BLOCKED_S = 10;

/** A sweep begins no batch later than this part of its time. */
const MOST_OF_TIME = 0.7;

/** Takes the jobs of one queue: payload parsed, context bound, errors mapped, outbox row ended. */
export function startQueueWorker(
  queue: QueueName,
  processors: Map<string, Processor>,
  ofProcess: OfProcess = { workers: [], pausesAfterDeathsMs: PAUSES_AFTER_DEATHS_MS },
): QueueWorker {
  const concurrency = slotsOf(queue);
  const limiter = limitOf(queue);
  const state: QueueWorker = {
    queue,
    concurrency,
    lastTakeAt: Date.now(),
    running: new Map(),
    abandoned: 0,
    lastTries: new Map(),
    puttingBack: 0,
    ofProcess,
    worker: new Worker<JobData>(queue, (job, token) => withReply(queue, job, runJob(state, processors, job, token)), {
      connection: blockingRedis(`worker-${queue}`, queue),
      prefix: config.BULL_PREFIX,
      concurrency,
      lockDuration: config.WORKER_LOCK_MS,
      drainDelay: MOST_BLOCKED_S,
      stalledInterval: config.WORKER_LOCK_MS / 2,
      // What dies around a job does not end it: deaths.ts.
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      settings: { backoffStrategy },
      ...(limiter ? { limiter } : {}),
    }),
  };
  ofProcess.workers.push(state);
  state.worker.on("error", (error) => log.debug({ queue, err: error }, "worker connection in trouble"));
  state.worker.on("completed", (job) => releaseBytes(queue, job.data));
  state.worker.on("failed", (job, error) => {
    if (!job) return;
    const isFinal = job.finishedOn !== undefined;
    if (isFinal) releaseBytes(queue, job.data);
    const tryRecord = state.lastTries.get(job.id ?? "");
    state.lastTries.delete(job.id ?? "");
    // It was alone when its workers died, too often, so no try ended and none was counted.
    if (isFinal && !tryRecord) recordTry({ queue, job: job.name, outcome: "dead", reason: "Stalled", runMs: 0 });
    log[isFinal ? "error" : "warn"](
      { job: job.name, jobId: job.id, attempt: job.attemptsMade, about: job.data.about, err: error },
      isFinal ? "job failed for good" : "job failed, will be tried again",
    );
    // An ask has replied to its caller, so nothing is left to do.
    if (isFinal && job.data.deadline === undefined)
      recordFinalFailure(job, error, tryRecord).catch((trouble: unknown) =>
        log.error({ err: trouble, job: job.name }, "no dead letter written"),
      );
  });
  return state;
}

/** Sends the outcome of an ask to its caller at once. */
async function withReply(queue: QueueName, { id = "", data }: Job<JobData>, run: Promise<unknown>): Promise<unknown> {
  const { replyTo } = data;
  if (replyTo === undefined) return run;
  try {
    const reply = (await run) as AskReply | undefined;
    if (reply) sendAnswer(replyTo, queue, id, reply);
    return reply;
  } catch (error) {
    if (!comesBack(error)) sendAnswer(replyTo, queue, id, { refusal: errorToWire(errors.StillWorking({}, 2)) });
    throw error;
  }
}

async function runJob(
  state: QueueWorker,
  processors: Map<string, Processor>,
  job: Job<JobData>,
  token: string | undefined,
): Promise<unknown> {
  state.lastTakeAt = Date.now();
  const found = processors.get(job.name);
  const { requestId, v, deadline } = job.data;
  if (!found || v > found.job.v) {
    log.warn({ job: job.name, v, jobId: job.id }, "unknown job or newer payload, put back");
    return putBack(state, job, token, PUT_BACK_MS * (1 + Math.random() / 4), {
      reason: "UnknownJob",
      message: `${job.name} v${v} is not known to this worker`,
    });
  }
  if (deadline !== undefined && deadline < clock.ms() + storeAheadMs()) return undefined;
  const jobId = job.id ?? "";
  const deaths = await deathsOf(state, job);
  if (deaths.isNew) return afterDeathAlone(state, job, token, deaths);
  if (mustWait(state)) return putBack(state, job, token, SUSPECT_BACK_MS * (1 + Math.random()));
  const notes: RunNotes = { calls: [], subjects: [] };
  const tryRecord: TryRecord = { number: job.attemptsMade + 1, startedAt: clock.now(), notes };
  const running: RunningJob = { job: found.job, startedAt: Date.now(), data: job.data, bull: job, token, tryRecord };
  state.running.set(jobId, running);
  const controller = new AbortController();
  const { signal } = controller;
  const { lane } = found.job;
  const slots: Slots = { queue: state.queue, count: state.concurrency, lane, places: new Map() };
  try {
    if (isSuspect(deaths)) {
      if (!(await isolate(state, job, deaths))) return await putBack(state, job, token, 0);
      running.startedAt = Date.now();
    }
    const startedAt = performance.now();
    const span = spanOf(job);
    return await withContext(
      {
        requestId,
        name: job.name,
        jobId,
        run: notes,
        span,
        signal,
        lateAt: startedAt + found.job.maxRunMs * MOST_OF_TIME,
        slots,
        isDraining: () => state.worker.closing !== undefined,
        language: config.DEFAULT_LANGUAGE,
      },
      () => work(state, found, { job, token, startedAt, span, tryRecord, controller }),
    );
  } catch (error) {
    if (isSuspect(deaths) && !comesBack(error)) await hasSurvived(state, job);
    throw error;
  } finally {
    releaseBulkheads(slots);
    state.running.delete(jobId);
    clearSuspect(state, jobId);
  }
}

interface Try {
  job: Job<JobData>;
  token: string | undefined;
  startedAt: number;
  span: RunningSpan | undefined;
  tryRecord: TryRecord;
  controller: AbortController;
}

async function work(
  state: QueueWorker,
  found: Processor,
  { job, token, startedAt, span, tryRecord, controller }: Try,
): Promise<unknown> {
  const { deadline } = job.data;
  const attempts = job.opts.attempts ?? 1;
  const { number } = tryRecord;
  const record = tryReporter(state.queue, { job, startedAt, span, number });
  try {
    const payload = parsePayload(found.job, job.data);
    const run = () => found.run(payload as never, { number, isLast: number >= attempts });
    const answer = await withinRunTime(state, found.job, controller, () =>
      job.id?.startsWith(TICK_ID) ? underScheduleLease(found.job.name, controller, run) : run(),
    );
    if (deadline !== undefined) await broadcastsSent(currentContext()!);
    if (deadline === undefined) endOutboxRow(job.data, "done", tryRecord);
    else recordAsk(found.job, job.data, tryRecord);
    record("done");
    if (deadline === undefined) await outboxEndingRoom();
    return deadline === undefined ? undefined : ({ answer } satisfies AskReply);
  } catch (error) {
    if (error instanceof TooManyCalls && limitOf(state.queue)) {
      // Back to the front of its queue, which pauses meanwhile; this does not count as a try.
      record("postponed", { reason: error.name });
      await state.worker.rateLimit(error.restMs);
      throw Worker.RateLimitError();
    }
    if (error instanceof HandedBack) {
      record("postponed", { reason: error.name });
      return putBack(state, job, token, 0);
    }
    if (error instanceof NoPlace) {
      record("postponed", { reason: error.name });
      // A caller whose deadline would pass meanwhile gets its refusal at once.
      if (deadline !== undefined && deadline < clock.ms() + storeAheadMs() + error.waitMs)
        return { refusal: errorToWire(errors.StillWorking({}, 2)) } satisfies AskReply;
      return putBack(state, job, token, error.waitMs, { reason: error.name, message: error.message });
    }
    if (error instanceof AppError && deadline !== undefined) {
      const { name: refusal, message } = error;
      recordAsk(found.job, job.data, {
        ...tryRecord,
        failed: { ms: performance.now() - startedAt, reason: refusal, message },
      });
      record("refused", { reason: refusal });
      return { refusal: errorToWire(error) } satisfies AskReply;
    }
    const reason = error instanceof Error ? error.name : "thrown";
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof AppError ? error.code : undefined;
    if (isDurable(job) && isStoreTrouble(error) && Date.now() - job.timestamp < STORE_TIMEOUT_MS) {
      record("postponed", { reason });
      return putBack(state, job, token, STORE_BACK_MS * (1 + Math.random()), { reason, message });
    }
    const retries = !(error instanceof AppError && !error.retry) && !(error instanceof UnrecoverableError);
    const failed: TryRecord = { ...tryRecord, failed: { ms: performance.now() - startedAt, reason, message } };
    if (retries && number < attempts)
      recordOutboxTry(job.data, "retrying", {
        ...failed,
        nextTryAt: clock.after(pauseAfter(job.opts.backoff, number)),
      });
    else state.lastTries.set(job.id ?? "", failed);
    record(retries && number < attempts ? "retried" : "dead", { reason, code, error });
    if (!retries) throw unrecoverable(reason, message);
    throw error;
  }
}

/** Prevents further tries, under the name of the original error. */
function unrecoverable(name: string, message: string): UnrecoverableError {
  return Object.assign(new UnrecoverableError(message), { name });
}

/** Whether the job has to be done and no caller waits: a row's job, or a tick. */
const isDurable = ({ id, data }: Job<JobData>): boolean =>
  data.outboxId !== undefined || (id?.startsWith(TICK_ID) ?? false);

/** Whether MongoDB is away, or a transaction lost its races for as long as it may try. */
const isStoreTrouble = (error: unknown): boolean => isMongoAway(error) || isLostRace(error);

function parsePayload(job: JobDefinition, data: JobData): unknown {
  const parsed = job.payload.safeParse(data.payload);
  if (parsed.success) return parsed.data;
  throw new UnrecoverableError(
    `payload of ${job.name}: ${parsed.error.issues.map((issue) => issue.message).join("; ")}`,
  );
}
