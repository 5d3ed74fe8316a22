import { z } from "zod";
import { readsAll } from "#shared/kernel/queue/repeats.js";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

/** By schedule, each minute. Running it twice is harmless: it writes maxima of numbers that only grow. */
export const rollUpQueuesJob = defineJob({
  name: "admin.rollUpQueues",
  queue: "control",
  v: 1,
  payload: z.object({}),
  maxRunMs: 55_000,
});

/**
 * Continues a replay of many dead letters from the progress in its row: each batch advances the row in its own
 * transaction, and a letter is replayed once. Running it twice is harmless: the runs share the work.
 */
export const replayLettersJob = defineJob({
  name: "admin.replayLetters",
  queue: "maintenance",
  v: 1,
  payload: z.object({ replayId: Id }),
  key: ({ replayId }) => String(replayId),
  ignoresRepeats: readsAll("a replay is begun once; a run goes on until its row is done, and is moved to now"),
  about: ({ replayId }) => ({ replayId }),
  maxRunMs: 600_000,
});

/**
 * Brings the open rows of a kind of job in line with whether an operator holds it or limits its rate. Running it twice is
 * harmless: it reads what is so now, and each row is changed by a guarded write.
 */
export const applyKindHoldJob = defineJob({
  name: "admin.applyKindHold",
  queue: "maintenance",
  v: 1,
  payload: z.object({ job: z.string(), pass: z.number() }),
  key: ({ job, pass }) => `${job} ${pass}`,
  runsAgain: true,
  // What it takes out may be in the same queue.
  isUrgent: true,
  maxRunMs: 600_000,
});
