import { z } from "zod";
import { minutes } from "#shared/kernel/time/clock.js";
import { readsAll } from "#shared/kernel/queue/repeats.js";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

/**
 * Continues an act on all jobs of a search from the progress in its row: each batch advances the row in one transaction
 * with the jobs that it acts on. Running it twice is harmless: the runs share the work.
 */
export const actOnJobsJob = defineJob({
  name: "operations.actOnJobs",
  queue: "maintenance",
  v: 1,
  payload: z.object({ batchId: Id }),
  key: ({ batchId }) => String(batchId),
  ignoresRepeats: readsAll("an act is begun once; a run goes on until its row is done, and is moved to now"),
  about: ({ batchId }) => ({ jobBatchId: batchId }),
  maxRunMs: minutes(10),
});
