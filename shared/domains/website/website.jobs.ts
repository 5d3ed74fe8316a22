import { z } from "zod";
import { minutes } from "#shared/kernel/time/clock.js";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

/**
 * Counts a download and writes its log row. Running it twice is harmless: the row's id is given by the one who asked for
 * the link, and the count moves in the transaction that writes the row.
 */
export const recordDownloadJob = defineJob({
  name: "website.recordDownload",
  queue: "website",
  v: 1,
  payload: z.object({ downloadId: Id, sourceId: Id, memberId: Id.nullable(), at: z.number().int() }),
  key: ({ downloadId }) => String(downloadId),
  about: ({ sourceId, memberId }) => ({ sourceId, ...(memberId === null ? {} : { memberId }) }),
  maxRunMs: 10_000,
});

/**
 * Makes the object of an upload's parts, reads it for its size, hash and kind, step by step, and puts it behind its source
 * package. Running it twice is harmless: the object is made once, and the last step is a guarded move of the upload's state.
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
 * Gives up uploads that nobody finished and deletes packages that another one has replaced. Running it twice is harmless:
 * what is gone stays gone, and each row moves once.
 */
export const sweepUploadsJob = defineJob({
  name: "website.sweepUploads",
  queue: "website",
  v: 1,
  payload: z.object({}),
  maxRunMs: minutes(2),
});

/**
 * Mails a visitor's message to the operators. Running it twice is harmless: who was told is marked, and a mail whose
 * answer was lost goes out again under its own Message-ID.
 */
export const mailMessageJob = defineJob({
  name: "website.mailMessage",
  queue: "mail",
  v: 1,
  payload: z.object({ messageId: Id }),
  key: ({ messageId }) => String(messageId),
  about: ({ messageId }) => ({ messageId }),
  maxRunMs: minutes(2),
});
