import type { DeadLetter } from "#shared/kernel/queue/deadLetters.js";
import { findJob, type JobDefinition } from "#shared/kernel/queue/jobs.js";

/** The job of a letter, if this version knows it and its payload. */
export function jobOf({ job, v, payload }: Pick<DeadLetter, "job" | "v" | "payload">): JobDefinition | undefined {
  const found = findJob(job);
  return found && v <= found.v && found.payload.safeParse(payload).success ? found : undefined;
}
