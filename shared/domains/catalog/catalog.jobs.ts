import { z } from "zod";
import { madeGoodBy } from "#shared/kernel/queue/repeats.js";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

/**
 * Writes the sums of the SKUs to their SPU, once for all orders of a second, or of ten where only sales changed.
 * Idempotent: it sets sums instead of adding.
 * A lost one is made up for by rollUpRecent.
 */
export const rollUpSpuJob = defineJob({
  name: "catalog.rollUpSpu",
  queue: "trade",
  v: 1,
  payload: z.object({ spuId: Id, second: z.number().int().optional() }),
  key: ({ spuId, second = 0 }) => `${spuId}-${second}`,
  ignoresRepeats: madeGoodBy(
    "catalog.rollUpRecent",
    "its key has the second, after which it begins; what a slow process asks for later is rolled up by the minute",
  ),
  about: ({ spuId }) => ({ spuId }),
  bestEffort: true,
  maxRunMs: 10_000,
});

/** The same for every SPU whose stock changed lately, in case its roll-up was not enqueued or was lost by Redis. */
export const rollUpRecentJob = defineJob({
  name: "catalog.rollUpRecent",
  queue: "maintenance",
  v: 1,
  payload: z.object({}),
  maxRunMs: 60_000,
});
