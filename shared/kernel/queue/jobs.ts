import type { JobsOptions } from "bullmq";
import type { z } from "zod";
import type { Needs } from "../config/providers.js";
import { untilTomorrow, withJitter } from "./backoff.js";
import { seconds } from "../time/clock.js";
import type { QueueName } from "./queueNames.js";
import type { WhyIgnored } from "./repeats.js";
import type { About } from "./subjects.js";

type JobDeclaration<P extends z.ZodType, R> = DeclaredJob<P, R> & Repeats<P>;

/** What becomes of an enqueue under the key of a job that is open. */
type Repeats<P extends z.ZodType> =
  | { key?: undefined; runsAgain?: undefined; ignoresRepeats?: undefined }
  | ({
      /** While a job of this key is open (due or relayed; of a best-effort one: in Redis), enqueueing it again changes nothing. */
      key: (payload: z.output<P>) => string;
    } & (
      | {
          /**
           * But it adds one more run, as the open run may have read the data before it changed. Not for jobs that many
           * transactions enqueue at once, as each writes the same row.
           */
          runsAgain: true;
          ignoresRepeats?: undefined;
        }
      | { runsAgain?: undefined; /** Why nothing is lost by that. */ ignoresRepeats: WhyIgnored }
    ));

interface DeclaredJob<P extends z.ZodType, R> {
  /** domain.verbNoun */
  name: string;
  queue: QueueName;
  /** Version of the payload: a worker that meets a newer one puts the job back. */
  v: number;
  payload: P;
  /** What it is about, for operators who search; of a durable job everything that its payload names. */
  about?: (payload: z.output<P>) => About;
  /** Providers of which it needs one: while all of them are off it is not enqueued, does not tick and is refused. */
  needs?: Needs;
  /** Only taken while no other job of its queue waits than routine ones. */
  isRoutine?: (payload: z.output<P>) => boolean;
  /** Taken before all that waits in its queue. */
  isUrgent?: boolean;
  /** Takes longer than others that call the same provider, so it has places of its own there (bulkhead.ts). */
  lane?: string;
  /** A run longer than this is aborted, and then abandoned. */
  maxRunMs?: number;
  /** Tries and their pauses, up to a quarter less. Default: a day (`patient`); of best-effort jobs 8, from 1 s on. */
  options?: Pick<JobsOptions, "attempts" | "backoff">;
  /** Straight to Redis, without an outbox row: lost with Redis. Only for jobs that may be lost or are requested again. */
  bestEffort?: boolean;
  /** The type of an ask's reply; never set at run time. */
  readonly answers?: R;
}

export interface JobDefinition<P extends z.ZodType = z.ZodType, R = unknown> extends DeclaredJob<P, R> {
  key?: (payload: z.output<P>) => string;
  runsAgain?: true;
  ignoresRepeats?: WhyIgnored;
  maxRunMs: number;
  options: Pick<JobsOptions, "attempts" | "backoff"> & { attempts: number };
}

/**
 * How long Redis keeps ended jobs: as long as the walk may look them up. BullMQ trims all ended jobs of a queue by the
 * options of the one that ends now, so all use these, or `true`, which trims nothing else.
 */
export const retainedWhenEnded = {
  removeOnComplete: { age: 3_600, count: 5_000 },
  removeOnFail: { age: 7 * 86_400, count: 5_000 },
} satisfies JobsOptions;

/** Nothing else records a best-effort job while it waits, and it is soon out of date. */
const short = { attempts: 8, backoff: { type: "exponential", delay: 1_000 } } as const;

/** BullMQ takes what has no priority first. */
export const ROUTINE = { priority: 1 } satisfies JobsOptions;

/** The prefix of the BullMQ ids of scheduled jobs. */
export const TICK_ID = "tick-";

const definitions = new Map<string, JobDefinition>();

/** Declares a job. It loads no processor, so that the API may import it. */
export function defineJob<P extends z.ZodType, R = void>(declaration: JobDeclaration<P, R>): JobDefinition<P, R> {
  if (definitions.has(declaration.name)) throw new Error(`job ${declaration.name} is declared twice`);
  const { attempts, backoff } = { ...(declaration.bestEffort ? short : untilTomorrow), ...declaration.options };
  const definition: JobDefinition<P, R> = {
    ...declaration,
    maxRunMs: declaration.maxRunMs ?? seconds(30),
    options: { attempts, backoff: withJitter(backoff) },
  } as unknown as JobDefinition<P, R>;
  definitions.set(definition.name, definition as unknown as JobDefinition);
  return definition;
}

/** Declares a job whose reply the API waits for (architecture, "ask"): best-effort, one try. */
export function defineAsk<R>() {
  return <P extends z.ZodType>(
    declaration: Omit<JobDeclaration<P, R>, "bestEffort" | "options" | "answers">,
  ): JobDefinition<P, R> =>
    defineJob<P, R>({ ...declaration, bestEffort: true, options: { attempts: 1 } } as JobDeclaration<P, R>);
}

export function findJob(name: string): JobDefinition | undefined {
  return definitions.get(name);
}

/** The key that at most one open row has; null: no two jobs of this kind are the same. */
export const keyOf = (job: JobDefinition, parsed: unknown): string | null =>
  job.key ? `${job.name}:${job.key(parsed)}` : null;

export function definedJobs(): JobDefinition[] {
  return [...definitions.values()];
}

/** The tries that a job in Redis has had. */
export const triesOf = ({ attemptsMade, data }: { attemptsMade: number; data: Pick<JobData, "tried"> }): number =>
  attemptsMade + (data.tried ?? 0);

/** The data of a job in Redis. */
export interface JobData {
  payload: unknown;
  v: number;
  requestId: string;
  /** Of the request or job that enqueued it, where traces are made (tracing.ts). */
  traceparent?: string | undefined;
  about: About;
  /** Row and run of the outbox; absent on best-effort jobs. */
  outboxId?: number;
  run?: number;
  /** How often it had been enqueued again when it was relayed: this run covers all of that. */
  again?: number;
  /** Tries of the runs before this one that count; BullMQ counts from zero again. */
  tried?: number;
  /** The key that its row claims; absent when it claims none, or when an older version relayed it. */
  key?: string;
  /** The size of a best-effort job's payload, which counts against its queue's budget. */
  bytes?: number;
  /** The process that waits for the reply; absent on asks of an older version. */
  replyTo?: string;
  /** Epoch ms by MongoDB's clock (storeTime.ts) after which an ask is dropped, as nobody waits for it any more. */
  deadline?: number;
}
