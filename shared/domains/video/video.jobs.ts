import { z } from "zod";
import { minutes, seconds } from "#shared/kernel/time/clock.js";
import { madeGoodBy, moved } from "#shared/kernel/queue/repeats.js";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

const payload = z.object({ videoId: Id });
const key = ({ videoId }: z.output<typeof payload>): string => String(videoId);
const aboutVideo = ({ videoId }: z.output<typeof payload>) => ({ videoId });

/**
 * Has the provider fetch a video from our store. Running it twice is harmless: the provider accepts the session of a
 * push once, and a video whose task is known is left alone.
 */
export const pushVideoJob = defineJob({
  name: "video.pushVideo",
  needs: "vod",
  queue: "vod",
  v: 1,
  payload,
  key,
  ignoresRepeats: madeGoodBy(
    "video.sweepVideos",
    "a video that is stored and not pushed is looked at by the sweep ten minutes later",
  ),
  about: aboutVideo,
  maxRunMs: seconds(60),
});

/**
 * Queries the provider about a video whose callback did not come. Running it twice is harmless: each answer moves the
 * video by a guarded write.
 */
export const followVideoJob = defineJob({
  name: "video.followVideo",
  needs: "vod",
  queue: "vod",
  v: 1,
  payload,
  key,
  ignoresRepeats: madeGoodBy("video.sweepVideos", "the sweep alone enqueues it, each time something does not come"),
  about: aboutVideo,
  maxRunMs: seconds(30),
  options: { attempts: 3 },
});

/**
 * Deletes a video in our store and at the provider. Running it twice is harmless: what is gone already counts as
 * deleted in both places. It runs once more when the provider reports the video while a run ends.
 */
export const removeVideoJob = defineJob({
  name: "video.removeVideo",
  queue: "vod",
  v: 1,
  payload,
  key,
  runsAgain: true,
  about: aboutVideo,
  maxRunMs: seconds(60),
});

/**
 * Deletes the videos of a member who closed the account. Running it twice is harmless: one that is being deleted is
 * left alone.
 */
export const forgetUploaderJob = defineJob({
  name: "video.forgetUploader",
  queue: "vod",
  v: 1,
  payload: z.object({ memberId: Id }),
  about: ({ memberId }) => ({ memberId }),
  maxRunMs: seconds(30),
});

/**
 * Queries the video provider about a stored callback and applies the result. Running it twice is harmless: the callback
 * is marked as handled in the same transaction.
 */
export const applyVodCallbackJob = defineJob({
  name: "video.applyVodCallback",
  needs: "vod",
  queue: "vod",
  v: 1,
  payload: z.object({ callbackId: Id }),
  key: ({ callbackId }) => String(callbackId),
  ignoresRepeats: moved(
    "a callback is stored once, with its job; a copy of it changes nothing; a run that may not call moves itself",
  ),
  about: ({ callbackId }) => ({ vodCallbackId: callbackId }),
  maxRunMs: seconds(60),
});

/** Runs the jobs of overdue videos again. Running it twice is harmless: the jobs have keys. */
export const sweepVideosJob = defineJob({
  name: "video.sweepVideos",
  needs: "vod",
  queue: "vod",
  v: 1,
  payload: z.object({}),
  maxRunMs: seconds(30),
  options: { attempts: 1 },
});

/**
 * Deletes objects that belong to no video from our store, and aborts uploads that never ended. Running it twice is
 * harmless: the second run finds none.
 */
export const sweepOrphansJob = defineJob({
  name: "video.sweepOrphans",
  needs: "vod",
  queue: "vod",
  v: 1,
  payload: z.object({}),
  maxRunMs: minutes(10),
  options: { attempts: 1 },
});
