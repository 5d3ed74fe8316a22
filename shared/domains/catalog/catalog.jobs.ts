import { z } from "zod";
import { defineJob } from "#shared/platform/jobs.js";
import { Id } from "#shared/platform/schemas.js";

/** Writes the sums of the SKUs into their SPU. Twice is harmless: it sets what it counts, it adds nothing. */
export const rollUpSpuJob = defineJob({
  name: "catalog.rollUpSpu",
  queue: "trade",
  v: 1,
  payload: z.object({ spuId: Id }),
  key: ({ spuId }) => String(spuId),
  about: ({ spuId }) => ({ spuId }),
  maxRunMs: 10_000,
});

/**
 * The same for every SPU whose stock moved lately. An order that commits while the SPU's roll-up already runs finds that
 * job still open and adds none; this round takes it along. Twice is harmless for the same reason.
 */
export const rollUpRecentJob = defineJob({
  name: "catalog.rollUpRecent",
  queue: "maintenance",
  v: 1,
  payload: z.object({}),
  maxRunMs: 60_000,
});
