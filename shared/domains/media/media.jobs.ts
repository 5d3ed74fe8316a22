import { z } from "zod";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

/**
 * By schedule: removes uploads that were never recorded, and what is left of deleted files. Running it twice is
 * harmless: what is gone stays gone.
 */
export const sweepFilesJob = defineJob({
  name: "media.sweepFiles",
  queue: "maintenance",
  v: 1,
  payload: z.object({}),
  maxRunMs: 120_000,
});

/** By schedule: removes members' unused pictures. Running it twice is harmless: what is gone stays gone. */
export const sweepPicturesJob = defineJob({
  name: "media.sweepPictures",
  queue: "maintenance",
  v: 1,
  payload: z.object({}),
  maxRunMs: 120_000,
});

/** Removes the pictures of a member who closed the account. Running it twice is harmless: what is gone stays gone. */
export const erasePicturesJob = defineJob({
  name: "media.erasePictures",
  queue: "maintenance",
  v: 1,
  payload: z.object({ memberId: Id }),
  about: ({ memberId }) => ({ memberId }),
  maxRunMs: 120_000,
});
