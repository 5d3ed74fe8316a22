import { createHash, randomUUID } from "node:crypto";
import type { z } from "zod";
import { refuseIfOff } from "../config/providers.js";
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
  /** Equal asks within 2 s share one job: for asks that only read, or store their reply where a repeat finds it. */
  coalesce?: boolean;
}

/**
 * Sends a request to a worker and waits a bounded time for the reply (architecture, "ask"). Only for the API, never inside
 * a transaction. Throws the worker's refusal as the same error, StillWorking (503) on a timeout or when too many wait,
 * NotOffered while the job's providers are off.
 */
export async function ask<P extends z.ZodType, R>(
  job: JobDefinition<P, R>,
  payload: z.input<P>,
  { timeoutMs, coalesce = false }: AskOptions,
): Promise<R> {
  if (isInTransaction()) throw new Error(`${job.name} is requested inside a transaction`);
  refuseIfOff(job.needs);
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
    // A refusal is a reply, not a failure.
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
  const jobId = coalesce ? coalescedId(job.name, payload) : `a-${randomUUID()}`;
  const listening = awaitAnswer(job.queue, jobId);
  try {
    const awaited = await bounded(listening, left());
    // Kept until it is fetched, as there are many; this trims whatever else ended on its queue as well.
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
    // Also when it only begins to listen now, because Redis was away.
    void listening.then(
      ({ close }) => close(),
      () => undefined,
    );
  }
}

/** Equal asks in the same two seconds share an id; BullMQ then keeps one of them. */
function coalescedId(name: string, payload: unknown): string {
  const window = Math.floor(Date.now() / COALESCE_MS);
  const hash = createHash("sha256")
    .update(JSON.stringify([name, payload]))
    .digest("hex")
    .slice(0, 32);
  return `q-${hash}-${window}`;
}

async function bounded<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("late")), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

export const askWaitMs = { short: seconds(3), long: seconds(5) };
