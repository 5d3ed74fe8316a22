import { z } from "zod";
import { moved } from "#shared/kernel/queue/repeats.js";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

/**
 * Queries the streaming provider about a stored callback and applies the result. Running it twice is harmless: the
 * callback is marked as handled in the same transaction.
 */
export const applyCallbackJob = defineJob({
  name: "live.applyCallback",
  needs: "live",
  queue: "vod",
  v: 1,
  payload: z.object({ callbackId: Id }),
  key: ({ callbackId }) => String(callbackId),
  ignoresRepeats: moved(
    "a callback is stored once, with its job; a copy of it changes nothing; a run that finds nothing yet moves itself",
  ),
  about: ({ callbackId }) => ({ liveCallbackId: callbackId }),
  maxRunMs: 30_000,
});

/**
 * Cuts the stream of a live that an operator ended. Running it twice is harmless: the provider accepts cutting a stream
 * that does not run, and when it reports the end of the stream, the live is ended already.
 */
export const cutStreamJob = defineJob({
  name: "live.cutStream",
  needs: "live",
  queue: "vod",
  v: 1,
  payload: z.object({ liveId: Id }),
  key: ({ liveId }) => String(liveId),
  about: ({ liveId }) => ({ liveId }),
  runsAgain: true,
  maxRunMs: 15_000,
});

/**
 * Ends a live whose stream broke and did not come back in time. Running it twice is harmless: a live that ended, goes on
 * or broke again is left alone.
 */
export const endBrokenLiveJob = defineJob({
  name: "live.endBrokenLive",
  needs: "live",
  queue: "vod",
  v: 1,
  payload: z.object({ liveId: Id }),
  key: ({ liveId }) => String(liveId),
  ignoresRepeats: moved("each end of the stream moves it; a run that comes too early moves itself"),
  about: ({ liveId }) => ({ liveId }),
  maxRunMs: 30_000,
});

/**
 * Writes what Redis has counted into the lives. Running it twice, or being killed anywhere, is harmless: totals are
 * written, not added, and never a smaller one over a larger.
 */
export const rollUpCountsJob = defineJob({
  name: "live.rollUpCounts",
  needs: "live",
  queue: "analytics",
  v: 1,
  payload: z.object({}),
  maxRunMs: 60_000,
});
