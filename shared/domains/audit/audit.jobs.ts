import { z } from "zod";
import { defineJob } from "#shared/kernel/queue/jobs.js";

/** Seals rows that are not sealed yet. Running it twice is harmless: a sealed row is not sealed again. */
export const sealOperationsJob = defineJob({
  name: "audit.sealOperations",
  queue: "maintenance",
  v: 1,
  payload: z.object({}),
});

/** Removes rows older than 180 days. Running it twice is harmless: the second run finds none. */
export const trimOperationsJob = defineJob({
  name: "audit.trimOperations",
  queue: "maintenance",
  v: 1,
  payload: z.object({}),
  maxRunMs: 600_000,
});
