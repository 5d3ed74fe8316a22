import { z } from "zod";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

/**
 * Asks the streaming provider for what a stored callback is about, and does that. Running it twice is harmless: the
 * callback is marked as handled in the transaction that does it.
 */
export const applyCallbackJob = defineJob({
  name: "live.applyCallback",
  queue: "vod",
  v: 1,
  payload: z.object({ callbackId: Id }),
  key: ({ callbackId }) => String(callbackId),
  about: ({ callbackId }) => ({ liveCallbackId: callbackId }),
  maxRunMs: 30_000,
});

/**
 * Cuts the stream of a live that an operator ended. Running it twice is harmless: to cut what does not run is fine at the
 * provider, and the end of the stream that it tells of finds the live ended.
 */
export const cutStreamJob = defineJob({
  name: "live.cutStream",
  queue: "vod",
  v: 1,
  payload: z.object({ liveId: Id }),
  key: ({ liveId }) => String(liveId),
  about: ({ liveId }) => ({ liveId }),
  runsAgain: true,
  maxRunMs: 15_000,
});

/**
 * Writes what Redis has counted into the lives. Running it twice, or being killed anywhere, is harmless: totals are
 * written, not added, and never a smaller one over a larger.
 */
export const rollUpCountsJob = defineJob({
  name: "live.rollUpCounts",
  queue: "analytics",
  v: 1,
  payload: z.object({}),
  maxRunMs: 60_000,
});
