import { z } from "zod";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

/** By schedule, each minute. What it writes are maxima of numbers that only grow: running it twice ends at the same. */
export const rollUpQueuesJob = defineJob({
  name: "admin.rollUpQueues",
  queue: "control",
  v: 1,
  payload: z.object({}),
  maxRunMs: 55_000,
});

/**
 * Goes on with a replay of many dead letters, from where its row stands: each batch moves the row on in its own
 * transaction, and a letter is replayed once. Running it twice shares the work.
 */
export const replayLettersJob = defineJob({
  name: "admin.replayLetters",
  queue: "maintenance",
  v: 1,
  payload: z.object({ replayId: Id }),
  key: ({ replayId }) => String(replayId),
  about: ({ replayId }) => ({ replayId }),
  maxRunMs: 600_000,
});
