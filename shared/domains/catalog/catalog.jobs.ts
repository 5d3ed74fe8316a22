import { z } from "zod";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

/**
 * Writes the sums of the SKUs into their SPU, once for all that was sold in a second. Twice is harmless: it sets what it
 * counts, it adds nothing. One that is lost is made good by rollUpRecent.
 */
export const rollUpSpuJob = defineJob({
  name: "catalog.rollUpSpu",
  queue: "trade",
  v: 1,
  payload: z.object({ spuId: Id, second: z.number().int().optional() }),
  key: ({ spuId, second = 0 }) => `${spuId}-${second}`,
  about: ({ spuId }) => ({ spuId }),
  bestEffort: true,
  maxRunMs: 10_000,
});

/** The same for every SPU whose stock moved lately: what no roll-up was asked for, or whose roll-up Redis lost. */
export const rollUpRecentJob = defineJob({
  name: "catalog.rollUpRecent",
  queue: "maintenance",
  v: 1,
  payload: z.object({}),
  maxRunMs: 60_000,
});
