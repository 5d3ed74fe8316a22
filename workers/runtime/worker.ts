import { DelayedError, UnrecoverableError, Worker, type Job } from "bullmq";
import { sendAnswer, type AskReply } from "#shared/kernel/queue/answers.js";
import { backoffStrategy, pauseAfter } from "#shared/kernel/queue/backoff.js";
import { releaseBulkheads, NoPlace } from "#shared/kernel/queue/bulkhead.js";
import { HandedBack, withContext, type RunNotes, type Slots } from "#shared/kernel/request/context.js";
import { clock } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { AppError, errors, errorToWire } from "#shared/kernel/request/errors.js";
import { TooManyCalls } from "#shared/kernel/http/outboundErrors.js";
import { TICK_ID, type JobData, type JobDefinition } from "#shared/kernel/queue/jobs.js";
import { log } from "#shared/kernel/observability/log.js";
import { isLostRace, isMongoAway } from "#shared/kernel/mongo/mongo.js";
import { recordAsk } from "#shared/kernel/outbox/asks.js";
import { endOutboxRow, outboxEndingRoom, recordOutboxTry } from "#shared/kernel/outbox/ending.js";
import type { TryStory } from "#shared/kernel/outbox/story.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { recordTry } from "#shared/kernel/queue/queueTries.js";
import { blockingRedis } from "#shared/kernel/redis/redis.js";
import { countOut } from "#shared/kernel/queue/bestEffortJobs.js";
import type { RunningSpan } from "#shared/kernel/observability/spans.js";
import { storeAheadMs } from "#shared/kernel/mongo/storeTime.js";
import { bury } from "./deadLetters.js";
import type { Processor } from "./processor.js";
import type { QueueWorker } from "./queueWorker.js";
import { limitOf, slotsOf } from "./queueSlots.js";
import { withinRunTime } from "./runTime.js";
import { spanOf, tryReporter } from "./reportTry.js";
import { underScheduleLease } from "./scheduleLease.js";
import { beAloneIfSuspect, mustWait, noSuspectAnyMore } from "./suspects.js";

/** An unknown job or a newer payload goes back for this long: a rolling deploy loses nothing. */
const PUT_BACK_MS = 60_000;
const SUSPECT_BACK_MS = 1_000;
/** The store was the trouble, not the job: it comes back after 5 to 10 s and keeps its tries, for a day. */
const STORE_BACK_MS = 5_000;
const STORE_PATIENCE_MS = 86_400_000;

/** Takes the jobs of one queue: payload parsed, context bound, errors mapped, outbox row ended. */
export function startQueueWorker(queue: QueueName, processors: Map<string, Processor>): QueueWorker {
  const concurrency = slotsOf(queue);
  const limiter = limitOf(queue);
  const state: QueueWorker = {
    queue,
    concurrency,
    lastTakeAt: Date.now(),
    running: new Map(),
    givenUp: 0,
    dying: new Map(),
    leaving: 0,
    worker: new Worker<JobData>(queue, (job, token) => answering(queue, job, runJob(state, processors, job, token)), {
      connection: blockingRedis(`worker-${queue}`, queue),
      prefix: config.BULL_PREFIX,
      concurrency,
      lockDuration: config.WORKER_LOCK_MS,
      stalledInterval: config.WORKER_LOCK_MS / 2,
      maxStalledCount: 3,
      settings: { backoffStrategy },
      ...(limiter ? { limiter } : {}),
    }),
  };
  state.worker.on("error", (error) => log.debug({ queue, err: error }, "worker connection in trouble"));
  state.worker.on("completed", (job) => countOut(queue, job.data));
  state.worker.on("failed", (job, error) => {
    if (!job) return;
    const isFinal = job.finishedOn !== undefined;
    if (isFinal) countOut(queue, job.data);
    const story = state.dying.get(job.id ?? "");
    state.dying.delete(job.id ?? "");
    // Its workers died too often: no try of it ended, so none was counted.
    if (isFinal && !story) recordTry({ queue, job: job.name, outcome: "dead", reason: "Stalled", runMs: 0 });
    log[isFinal ? "error" : "warn"](
      { job: job.name, jobId: job.id, attempt: job.attemptsMade, about: job.data.about, err: error },
      isFinal ? "job failed for good" : "job failed, will be tried again",
    );
    // An asked job has told its asker; nothing is left to do for anyone.
    if (isFinal && job.data.deadline === undefined)
      bury(job, error, story).catch((trouble: unknown) =>
        log.error({ err: trouble, job: job.name }, "no dead letter written"),
      );
  });
  return state;
}

/** Whoever asked hears at once what came of it. */
async function answering(queue: QueueName, { id = "", data }: Job<JobData>, run: Promise<unknown>): Promise<unknown> {
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

/** It was put back, to be taken again. */
const comesBack = (error: unknown): boolean =>
  error instanceof DelayedError || (error instanceof Error && error.message === Worker.RateLimitError().message);

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
  if (mustWait(state, job)) return putBack(state, job, token, SUSPECT_BACK_MS * (1 + Math.random()));
  const startedAt = performance.now();
  const notes: RunNotes = { calls: [], subjects: [] };
  const story: TryStory = { number: job.attemptsMade + 1, startedAt: clock.now(), notes };
  state.running.set(jobId, { job: found.job, startedAt: Date.now(), data: job.data, bull: job, token, story });
  const controller = new AbortController();
  const { signal } = controller;
  const { lane } = found.job;
  const slots: Slots = { queue: state.queue, count: state.concurrency, lane, places: new Map() };
  try {
    await beAloneIfSuspect(state, job, found.job.maxRunMs);
    const span = spanOf(job);
    return await withContext(
      {
        requestId,
        name: job.name,
        jobId,
        run: notes,
        span,
        signal,
        slots,
        isDraining: () => state.worker.closing !== undefined,
        language: config.DEFAULT_LANGUAGE,
      },
      () => work(state, found, { job, token, startedAt, span, story, controller }),
    );
  } finally {
    releaseBulkheads(slots);
    state.running.delete(jobId);
    noSuspectAnyMore(state, jobId);
  }
}

/** What waits for less is back before anybody could look, and not worth a write. */
const NOTED_MS = 1_000;

/** Back to its queue for so long; it loses no try, and its row says why when it takes a while. */
async function putBack(
  state: QueueWorker,
  job: Job<JobData>,
  token: string | undefined,
  ms: number,
  why?: TryStory["postponed"],
): Promise<never> {
  if (why && ms >= NOTED_MS)
    recordOutboxTry(job.data, "retrying", {
      number: job.attemptsMade,
      startedAt: clock.now(),
      postponed: why,
      nextTryAt: clock.after(ms),
    });
  state.leaving++;
  try {
    await job.moveToDelayed(Date.now() + ms, token);
  } finally {
    state.leaving--;
  }
  throw new DelayedError();
}

interface Try {
  job: Job<JobData>;
  token: string | undefined;
  startedAt: number;
  span: RunningSpan | undefined;
  story: TryStory;
  controller: AbortController;
}

async function work(
  state: QueueWorker,
  found: Processor,
  { job, token, startedAt, span, story, controller }: Try,
): Promise<unknown> {
  const { deadline } = job.data;
  const attempts = job.opts.attempts ?? 1;
  const { number } = story;
  const record = tryReporter(state.queue, { job, startedAt, span, number });
  try {
    const payload = parsePayload(found.job, job.data);
    const run = () => found.run(payload as never, { number, isLast: number >= attempts });
    const answer = await withinRunTime(state, found.job, controller, () =>
      job.id?.startsWith(TICK_ID) ? underScheduleLease(found.job.name, controller, run) : run(),
    );
    if (deadline === undefined) endOutboxRow(job.data, "done", story);
    else recordAsk(found.job, job.data, story);
    record("done");
    if (deadline === undefined) await outboxEndingRoom();
    return deadline === undefined ? undefined : ({ answer } satisfies AskReply);
  } catch (error) {
    if (error instanceof TooManyCalls && limitOf(state.queue)) {
      // Back to the front of its queue, which takes nothing meanwhile; no try is used up.
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
      // Who waits hears at once that it would wait in vain.
      if (deadline !== undefined && deadline < clock.ms() + storeAheadMs() + error.waitMs)
        return { refusal: errorToWire(errors.StillWorking({}, 2)) } satisfies AskReply;
      return putBack(state, job, token, error.waitMs, { reason: error.name, message: error.message });
    }
    if (error instanceof AppError && deadline !== undefined) {
      const { name: refusal, message } = error;
      recordAsk(found.job, job.data, {
        ...story,
        failed: { ms: performance.now() - startedAt, reason: refusal, message },
      });
      record("refused", { reason: refusal });
      return { refusal: errorToWire(error) } satisfies AskReply;
    }
    const reason = error instanceof Error ? error.name : "thrown";
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof AppError ? error.code : undefined;
    if (isDurable(job) && isStoreTrouble(error) && Date.now() - job.timestamp < STORE_PATIENCE_MS) {
      record("postponed", { reason });
      return putBack(state, job, token, STORE_BACK_MS * (1 + Math.random()), { reason, message });
    }
    const retries = !(error instanceof AppError && !error.retry) && !(error instanceof UnrecoverableError);
    const failed: TryStory = { ...story, failed: { ms: performance.now() - startedAt, reason, message } };
    if (retries && number < attempts)
      recordOutboxTry(job.data, "retrying", {
        ...failed,
        nextTryAt: clock.after(pauseAfter(job.opts.backoff, number)),
      });
    else state.dying.set(job.id ?? "", failed);
    record(retries && number < attempts ? "retried" : "dead", { reason, code, error });
    if (!retries) throw givenUp(reason, message);
    throw error;
  }
}

/** Not to be tried again, under the name of what happened. */
function givenUp(name: string, message: string): UnrecoverableError {
  return Object.assign(new UnrecoverableError(message), { name });
}

/** Nobody waits for it, and it is to happen: a row's job, or a tick. */
const isDurable = ({ id, data }: Job<JobData>): boolean =>
  data.outboxId !== undefined || (id?.startsWith(TICK_ID) ?? false);

/** MongoDB is away, or others were faster for as long as a transaction may try. */
const isStoreTrouble = (error: unknown): boolean => isMongoAway(error) || isLostRace(error);

function parsePayload(job: JobDefinition, data: JobData): unknown {
  const parsed = job.payload.safeParse(data.payload);
  if (parsed.success) return parsed.data;
  throw new UnrecoverableError(
    `payload of ${job.name}: ${parsed.error.issues.map((issue) => issue.message).join("; ")}`,
  );
}
