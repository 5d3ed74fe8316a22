import { z } from "zod";
import { minutes } from "#shared/kernel/time/clock.js";
import { once } from "#shared/kernel/queue/repeats.js";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

/**
 * Counts a download and writes its log row. Running it twice is harmless: the row's id comes with the job, and the
 * count is incremented in the transaction that writes the row.
 */
export const recordDownloadJob = defineJob({
  name: "website.recordDownload",
  queue: "website",
  v: 1,
  payload: z.object({ downloadId: Id, sourceId: Id, memberId: Id.nullable(), at: z.number().int() }),
  key: ({ downloadId }) => String(downloadId),
  ignoresRepeats: once("a download has an id of its own"),
  about: ({ sourceId, memberId }) => ({ sourceId, ...(memberId === null ? {} : { memberId }) }),
  maxRunMs: 10_000,
});

/**
 * Joins an upload's parts to an object, reads its size, hash and type step by step, and attaches it to its source
 * package. Running it twice is harmless: the object is made once, and the last step is a guarded move of the upload's
 * state.
 */
export const checkUploadJob = defineJob({
  name: "website.checkUpload",
  queue: "website",
  v: 1,
  payload: z.object({ uploadId: Id }),
  key: ({ uploadId }) => String(uploadId),
  about: ({ uploadId }) => ({ uploadId }),
  runsAgain: true,
  maxRunMs: minutes(10),
});

/**
 * Abandons unfinished uploads and deletes packages that were replaced. Running it twice is harmless: what is gone stays
 * gone, and each row moves once.
 */
export const sweepUploadsJob = defineJob({
  name: "website.sweepUploads",
  queue: "website",
  v: 1,
  payload: z.object({}),
  maxRunMs: minutes(2),
});

/**
 * Mails a visitor's message to the operators. Running it twice is harmless: addresses that got it are recorded, and a
 * mail whose answer was lost is sent again with the same Message-ID.
 */
export const mailMessageJob = defineJob({
  name: "website.mailMessage",
  needs: "mail",
  queue: "mail",
  v: 1,
  payload: z.object({ messageId: Id }),
  key: ({ messageId }) => String(messageId),
  ignoresRepeats: once("a message is a row of its own, enqueued by who writes it"),
  about: ({ messageId }) => ({ messageId }),
  maxRunMs: minutes(2),
});
