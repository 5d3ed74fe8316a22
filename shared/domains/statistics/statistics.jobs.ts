import { z } from "zod";
import { defineJob } from "#shared/platform/jobs.js";

/** By schedule: counts today, and yesterday until it is settled. Running it twice counts the same. */
export const countTradeDaysJob = defineJob({
  name: "statistics.countTradeDays",
  queue: "analytics",
  v: 1,
  payload: z.object({}),
  maxRunMs: 120_000,
});
