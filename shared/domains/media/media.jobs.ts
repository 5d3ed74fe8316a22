import { z } from "zod";
import { defineJob } from "#shared/platform/jobs.js";

/** By schedule: removes uploads that nobody recorded, and what is left of deleted files. Twice: what is gone is gone. */
export const sweepFilesJob = defineJob({
  name: "media.sweepFiles",
  queue: "maintenance",
  v: 1,
  payload: z.object({}),
  maxRunMs: 120_000,
});
