import { appendFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { followVideoJob } from "#shared/domains/video/video.jobs.js";
import { once } from "#shared/kernel/queue/repeats.js";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";
import { processor } from "#workers/runtime/processor.js";

/** Beside the stores: what a test makes of these forgets no run. */
const runsFile = process.env["LEDGER_RUNS"] ?? "";

const payload = z.object({ videoId: Id, ms: z.int().default(0) });

/** A job of the version to come. Twice is harmless: it takes its time and is counted again. */
export const countJob = defineJob({
  name: "ledger.count",
  queue: "vod",
  v: 1,
  payload,
  key: ({ videoId }) => String(videoId),
  ignoresRepeats: once("a test enqueues it once, or tests just that"),
});
/** One that both versions have, and whose newer payload the one before cannot read. */
export const newerJob = Object.assign(followVideoJob, { v: 2, payload });

const counted = async (job: string, { videoId, ms }: z.output<typeof payload>): Promise<void> => {
  await pause(ms);
  appendFileSync(runsFile, `${job} ${videoId}\n`);
};

export const ledgerProcessors = [
  processor(countJob, (one) => counted(countJob.name, one)),
  processor(newerJob, (one) => counted(newerJob.name, one as z.output<typeof payload>)),
];
