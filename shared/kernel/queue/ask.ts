import { createHash, randomUUID } from "node:crypto";
import type { z } from "zod";
import { awaitAnswer, replyTo } from "./answers.js";
import { clock, seconds } from "../time/clock.js";
import { currentRequestId } from "../request/context.js";
import { errorFromWire, errors } from "../request/errors.js";
import type { JobData, JobDefinition } from "./jobs.js";
import { asksInFlight } from "../observability/metrics.js";
import { isInTransaction } from "../mongo/mongo.js";
import { recordObjective } from "../observability/objectives.js";
import { queueNamed } from "./queues.js";
import { storeAheadMs } from "../mongo/storeTime.js";
import { currentTraceparent } from "../observability/tracing.js";

const MAX_IN_FLIGHT = 200;
const COALESCE_MS = 2_000;
let inFlight = 0;

interface AskOptions {
  timeoutMs: number;
  /** The same question within 2 s is asked once: for what only reads, or stores its answer where a repeat finds it. */
  coalesce?: boolean;
}

/**
 * Asks a worker and waits a bounded time (architecture, "ask"). Only the API asks, never inside a transaction. Throws
 * the worker's refusal as the same error, StillWorking (503) when the time runs out or too many are waiting.
 */
export async function ask<P extends z.ZodType, R>(
  job: JobDefinition<P, R>,
  payload: z.input<P>,
  { timeoutMs, coalesce = false }: AskOptions,
): Promise<R> {
  if (isInTransaction()) throw new Error(`${job.name} is asked inside a transaction`);
  if (inFlight >= MAX_IN_FLIGHT) {
    recordObjective("ask", job.queue, 0, false);
    throw errors.StillWorking({}, 2);
  }
  asksInFlight.set(++inFlight);
  const since = Date.now();
  try {
    const answer = await askNow(job, job.payload.parse(payload), timeoutMs, coalesce);
    recordObjective("ask", job.queue, Date.now() - since);
    return answer;
  } catch (error) {
    // A refusal is an answer.
    recordObjective("ask", job.queue, Date.now() - since, !errors.StillWorking.is(error));
    throw error;
  } finally {
    asksInFlight.set(--inFlight);
  }
}

async function askNow<P extends z.ZodType, R>(
  job: JobDefinition<P, R>,
  payload: z.output<P>,
  timeoutMs: number,
  coalesce: boolean,
): Promise<R> {
  const until = performance.now() + timeoutMs;
  const left = (): number => Math.max(1, until - performance.now());
  const data: JobData = {
    payload,
    v: job.v,
    requestId: currentRequestId(),
    traceparent: currentTraceparent(),
    about: job.about?.(payload) ?? {},
    deadline: clock.ms() + storeAheadMs() + timeoutMs,
    replyTo,
  };
  const jobId = coalesce ? questionId(job.name, payload) : `a-${randomUUID()}`;
  const listening = awaitAnswer(job.queue, jobId);
  try {
    const awaited = await bounded(listening, left());
    // Until it is fetched; there are too many to be kept longer. It takes what else ended on its queue along.
    const options = { jobId, attempts: 1, removeOnComplete: { age: 60 }, removeOnFail: true };
    await bounded(queueNamed(job.queue).add(job.name, data, options), left());
    const reply = await awaited.within(left(), coalesce);
    if (!reply) throw errors.StillWorking({}, 2);
    if ("refusal" in reply) throw errorFromWire(reply.refusal);
    return reply.answer as R;
  } catch (error) {
    if (error instanceof Error && "code" in error && typeof error.code === "number") throw error;
    throw errors.StillWorking({}, 2);
  } finally {
    // Also when it begins to listen only now: Redis was away.
    void listening.then(
      ({ close }) => close(),
      () => undefined,
    );
  }
}

/** Questions of the same two seconds with the same arguments share an id; BullMQ then keeps one of them. */
function questionId(name: string, payload: unknown): string {
  const window = Math.floor(Date.now() / COALESCE_MS);
  const hash = createHash("sha256")
    .update(JSON.stringify([name, payload]))
    .digest("hex")
    .slice(0, 32);
  return `q-${hash}-${window}`;
}

async function bounded<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("late")), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export const askWaitMs = { short: seconds(3), long: seconds(5) };
