import { UnrecoverableError, Worker, type Job } from "bullmq";
import { sendAnswer, type AskReply } from "#shared/kernel/queue/answers.js";
import { backoffStrategy } from "#shared/kernel/queue/backoff.js";
import { releaseBulkheads } from "#shared/kernel/queue/bulkhead.js";
import { currentContext, withContext, type RunNotes, type Slots } from "#shared/kernel/request/context.js";
import { clock } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { errors, errorToWire } from "#shared/kernel/request/errors.js";
import { triesOf, type JobData, type JobDefinition } from "#shared/kernel/queue/jobs.js";
import { log } from "#shared/kernel/observability/log.js";
import type { TryRecord } from "#shared/kernel/outbox/tryRecord.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { recordTry } from "#shared/kernel/queue/queueTries.js";
import { broadcastsSent } from "#shared/kernel/redis/broadcast.js";
import { keysOf } from "#shared/kernel/redis/keys.js";
import { blockingRedis } from "#shared/kernel/redis/redis.js";
import { releaseBytes } from "#shared/kernel/queue/bestEffortJobs.js";
import { processId } from "#shared/kernel/mongo/leases.js";
import { storeAheadMs } from "#shared/kernel/mongo/storeTime.js";
import { recordFinalFailure } from "./deadLetters.js";
import { afterDeathAlone, deathsOf, hasSurvived, PAUSES_AFTER_DEATHS_MS } from "./deaths.js";
import { endTry, type Try } from "./endTry.js";
import { isBeforeTurn, isHeldBack, isTick } from "./heldBack.js";
import { outcomeOf, type RunResult } from "./outcome.js";
import type { Attempt, Processor } from "./processor.js";
import { comesBack, putBack } from "./putBack.js";
import type { OfProcess, QueueWorker, RunningJob } from "./queueWorker.js";
import { limitOf, slotsOf } from "./queueSlots.js";
import { withinRunTime } from "./runTime.js";
import { spanOf } from "./reportTry.js";
import { underScheduleLease } from "./scheduleLease.js";
import { clearSuspect, isolate, isSuspect, mustWait } from "./suspects.js";

/** An unknown job or a newer payload is put back for this long, so that a rolling deploy loses nothing. */
const PUT_BACK_MS = 60_000;
const SUSPECT_BACK_MS = 1_000;

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
    configured: concurrency,
    concurrency,
    lastTakeAt: Date.now(),
    running: new Map(),
    openTakes: new Map(),
    abandoned: 0,
    lastTries: new Map(),
    puttingBack: 0,
    ofProcess,
    worker: new Worker<JobData>(queue, (job, token) => withReply(queue, job, runJob(state, processors, job, token)), {
      connection: blockingRedis(`worker-${queue}`, queue),
      prefix: keysOf(queue),
      // Redis keeps it with each job that runs, so that a look at the queue tells where.
      name: processId,
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
  state.worker.on("completed", (job) => {
    state.openTakes.delete(job.id ?? "");
    releaseBytes(queue, job.data);
  });
  state.worker.on("failed", (job, error) => {
    if (!job) return;
    state.openTakes.delete(job.id ?? "");
    const isFinal = job.finishedOn !== undefined;
    if (isFinal) releaseBytes(queue, job.data);
    const tryRecord = state.lastTries.get(job.id ?? "");
    state.lastTries.delete(job.id ?? "");
    // It was alone when its workers died, too often, so no try ended and none was counted.
    if (isFinal && !tryRecord) recordTry({ queue, job: job.name, outcome: "dead", reason: "Stalled", runMs: 0 });
    log[isFinal ? "error" : "warn"](
      { job: job.name, jobId: job.id, attempt: triesOf(job), about: job.data.about, err: error },
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
async function withReply(
  queue: QueueName,
  { id = "", data }: Job<JobData>,
  run: Promise<AskReply | undefined>,
): Promise<AskReply | undefined> {
  const { replyTo } = data;
  if (replyTo === undefined) return run;
  try {
    const reply = await run;
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
): Promise<AskReply | undefined> {
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
  if (await isHeldBack(state, job)) return undefined;
  const jobId = job.id ?? "";
  const deaths = await deathsOf(state, job);
  if (deaths.isNew) return afterDeathAlone(state, job, token, deaths);
  const notes: RunNotes = { calls: [], subjects: [] };
  const tryRecord: TryRecord = { number: triesOf(job) + 1, startedAt: clock.now(), notes };
  if (await isBeforeTurn(state, job, token, tryRecord)) return undefined;
  if (mustWait(state)) return putBack(state, job, token, SUSPECT_BACK_MS * (1 + Math.random()));
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
      () => runTry(state, found, { definition: found.job, job, token, startedAt, span, tryRecord }, controller),
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

/** One try: runs the job, and acts on the outcome. */
async function runTry(
  state: QueueWorker,
  found: Processor,
  one: Try,
  controller: AbortController,
): Promise<AskReply | undefined> {
  const { job } = one;
  const { deadline } = job.data;
  const { number } = one.tryRecord;
  const attempts = (job.opts.attempts ?? 1) + (job.data.tried ?? 0);
  const result = await resultOf(state, found, job, controller, { number, isLast: number >= attempts });
  const outcome = outcomeOf(result, {
    number,
    attempts,
    callerWaitsMs: deadline === undefined ? undefined : deadline - clock.ms() - storeAheadMs(),
    isDurable: job.data.outboxId !== undefined || isTick(job),
    ageMs: Date.now() - job.timestamp,
    hasRateLimit: limitOf(state.queue) !== undefined,
  });
  return endTry(state, one, outcome);
}

async function resultOf(
  state: QueueWorker,
  found: Processor,
  job: Job<JobData>,
  controller: AbortController,
  attempt: Attempt,
): Promise<RunResult> {
  try {
    const payload = parsePayload(found.job, job.data);
    const run = () => found.run(payload as never, attempt);
    const answer = await withinRunTime(state, found.job, controller, () =>
      isTick(job) ? underScheduleLease(found.job.name, controller, run) : run(),
    );
    if (job.data.deadline !== undefined) await broadcastsSent(currentContext()!);
    return { answer };
  } catch (error) {
    return { error };
  }
}

function parsePayload(job: JobDefinition, data: JobData): unknown {
  const parsed = job.payload.safeParse(data.payload);
  if (parsed.success) return parsed.data;
  throw new UnrecoverableError(
    `payload of ${job.name}: ${parsed.error.issues.map((issue) => issue.message).join("; ")}`,
  );
}
