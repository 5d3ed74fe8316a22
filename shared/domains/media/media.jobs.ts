import { z } from "zod";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

/** By schedule: removes uploads that nobody recorded, and what is left of deleted files. Twice: what is gone is gone. */
export const sweepFilesJob = defineJob({
  name: "media.sweepFiles",
  queue: "maintenance",
  v: 1,
  payload: z.object({}),
  maxRunMs: 120_000,
});

/** By schedule: removes members' pictures that nothing shows. Twice: what is gone is gone. */
export const sweepPicturesJob = defineJob({
  name: "media.sweepPictures",
  queue: "maintenance",
  v: 1,
  payload: z.object({}),
  maxRunMs: 120_000,
});

/** A member has given the account up: what they had uploaded goes from the store. Twice: what is gone is gone. */
export const erasePicturesJob = defineJob({
  name: "media.erasePictures",
  queue: "maintenance",
  v: 1,
  payload: z.object({ memberId: Id }),
  about: ({ memberId }) => ({ memberId }),
  maxRunMs: 120_000,
});
