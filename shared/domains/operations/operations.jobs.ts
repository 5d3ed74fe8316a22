import { z } from "zod";
import { minutes } from "#shared/kernel/time/clock.js";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

/**
 * Goes on with an act on all jobs of a search, from where its row stands: each batch moves the row on in its own
 * transaction, with the rows that it acts on. Running it twice shares the work.
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
