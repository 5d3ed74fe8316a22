import { z } from "zod";
import { minutes } from "#shared/kernel/time/clock.js";
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
  about: ({ batchId }) => ({ jobBatchId: batchId }),
  maxRunMs: minutes(10),
});
