import type { JobsOptions } from "bullmq";
import type { z } from "zod";
import { untilTomorrow, withJitter } from "./backoff.js";
import { seconds } from "../time/clock.js";
import type { QueueName } from "./queueNames.js";
import type { About } from "./subjects.js";

interface JobDeclaration<P extends z.ZodType, R> {
  /** domain.verbNoun */
  name: string;
  queue: QueueName;
  /** Version of the payload: a worker that meets a newer one puts the job back. */
  v: number;
  payload: P;
  /** While a job of this key is open (due or relayed; of a best-effort one: in Redis), enqueueing it again changes nothing. */
  key?: (payload: z.output<P>) => string;
  /**
   * What enqueues it again while it is open has changed something that a run may have read before: one more run follows
   * (keys, with `key`). Not for what many transactions enqueue at once: each writes the one row.
   */
  runsAgain?: boolean;
  /** What it is about, for who looks for it; of a durable job all that its payload names. */
  about?: (payload: z.output<P>) => About;
  /** Only taken while nothing of its queue waits that is not routine. */
  isRoutine?: (payload: z.output<P>) => boolean;
  /** It takes long beside others that call the same provider: it takes none of their places there (bulkhead.ts). */
  lane?: string;
  /** A run longer than this is aborted, and then given up. */
  maxRunMs?: number;
  /** Tries and their pauses, up to a quarter less. Default: a day (`patient`); of what lies in Redis alone 8, from 1 s on. */
  options?: Pick<JobsOptions, "attempts" | "backoff">;
  /** Straight to Redis, without an outbox row: lost with Redis. Only for what may be lost or is asked again. */
  bestEffort?: boolean;
  /** Names what an asked job answers; never set at run time. */
  readonly answers?: R;
}

export interface JobDefinition<P extends z.ZodType = z.ZodType, R = unknown> extends JobDeclaration<P, R> {
  maxRunMs: number;
  options: Pick<JobsOptions, "attempts" | "backoff"> & { attempts: number };
}

/**
 * What Redis keeps of ended jobs: as long as the healing round may ask for them. BullMQ trims all ended jobs of a queue
 * to what the one that ends just now asks for: so all ask for this, or, with `true`, for nothing.
 */
export const keptWhenEnded = {
  removeOnComplete: { age: 3_600, count: 5_000 },
  removeOnFail: { age: 7 * 86_400, count: 5_000 },
} satisfies JobsOptions;

/** Nothing else tells of it while it waits, and it is soon out of date. */
const short = { attempts: 8, backoff: { type: "exponential", delay: 1_000 } } as const;

/** BullMQ takes what has no priority first. */
export const ROUTINE = { priority: 1 } satisfies JobsOptions;

/** Begins the BullMQ ids of what schedules enqueue. */
export const TICK_ID = "tick-";

const definitions = new Map<string, JobDefinition>();

/** Declares a job. Light: the API may import it. `defineJob<Answer>()({...})` types what an asked job answers. */
export function defineJob<P extends z.ZodType, R = void>(declaration: JobDeclaration<P, R>): JobDefinition<P, R> {
  if (definitions.has(declaration.name)) throw new Error(`job ${declaration.name} is declared twice`);
  const { attempts, backoff } = { ...(declaration.bestEffort ? short : untilTomorrow), ...declaration.options };
  const definition: JobDefinition<P, R> = {
    ...declaration,
    maxRunMs: declaration.maxRunMs ?? seconds(30),
    options: { attempts, backoff: withJitter(backoff) },
  } as JobDefinition<P, R>;
  definitions.set(definition.name, definition as unknown as JobDefinition);
  return definition;
}

/** A job that the API asks and waits for (architecture, "ask"): best-effort, one try. */
export function defineAsk<R>() {
  return <P extends z.ZodType>(
    declaration: Omit<JobDeclaration<P, R>, "bestEffort" | "options" | "answers">,
  ): JobDefinition<P, R> =>
    defineJob<P, R>({ ...declaration, bestEffort: true, options: { attempts: 1 } } as JobDeclaration<P, R>);
}

export function findJob(name: string): JobDefinition | undefined {
  return definitions.get(name);
}

/** What at most one open row has; null: no two jobs of this kind are the same. */
export const keyOf = (job: JobDefinition, parsed: unknown): string | null =>
  job.key ? `${job.name}:${job.key(parsed)}` : null;

export function definedJobs(): JobDefinition[] {
  return [...definitions.values()];
}

/** How a job lies in Redis. */
export interface JobData {
  payload: unknown;
  v: number;
  requestId: string;
  /** Of what asked for it, where traces are made (tracing.ts). */
  traceparent?: string | undefined;
  about: About;
  /** Row and run of the outbox; absent on best-effort jobs. */
  outboxId?: number;
  run?: number;
  /** How often it had been enqueued again when it was relayed: this run sees all of that. */
  again?: number;
  /** That its row claims; absent where it claims none, and on what a version before relayed. */
  key?: string;
  /** Of a job that lies in Redis alone: how long its payload is, as it counts against its queue's budget. */
  bytes?: number;
  /** The process that waits for its answer; absent on what a version before asked. */
  replyTo?: string;
  /** Epoch ms by MongoDB's clock (storeTime.ts) after which an asked job is dropped, nobody waits for it any more. */
  deadline?: number;
}
