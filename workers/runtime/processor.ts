import type { z } from "zod";
import type { JobDefinition } from "#shared/kernel/queue/jobs.js";

/** Runs a job. It may run twice: its use case must make that harmless. */
export interface Processor {
  job: JobDefinition;
  run: (payload: never, attempt: Attempt) => Promise<unknown>;
}

/** Which try this is, for jobs that end without an error on their last one. */
export interface Attempt {
  number: number;
  isLast: boolean;
}

/** Binds a job to its use case: `export default processor(closeUnpaidOrder, ({ orderId }) => expireOrder(orderId))`. */
export function processor<P extends z.ZodType, R>(
  job: JobDefinition<P, R>,
  run: (payload: z.output<P>, attempt: Attempt) => Promise<R>,
): Processor {
  return { job: job as unknown as JobDefinition, run: run as Processor["run"] };
}
