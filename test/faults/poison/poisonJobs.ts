import { z } from "zod";
import { once } from "#shared/kernel/queue/repeats.js";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { processor } from "#workers/runtime/processor.js";

/** What a job of the poison experiment did: one row a job, however often it ran. */
interface PoisonRun {
  _id: string;
  kind: string;
  number: number;
  runs: number;
}
const PoisonRunModel = defineModel<PoisonRun>("poisonRuns", {
  _id: { type: String, required: true },
  kind: String,
  number: Number,
  runs: Number,
});

export type Poison = "throws" | "hangs" | "exits" | "blocks" | "allocates";

const BLOCKS_MS = 60_000;

/** On a queue that nothing else uses. Twice is harmless: it writes the same row, and counts. */
const define = (kind: "good" | Poison) =>
  defineJob({
    name: `poison.${kind}`,
    queue: "website",
    v: 1,
    payload: z.object({ number: Id }),
    key: ({ number }) => String(number),
    ignoresRepeats: once("a test enqueues it once, or tests just that"),
    maxRunMs: 1_000,
    options: { attempts: 3, backoff: { type: "fixed", delay: 200 } },
  });
export const poisonJobs = {
  good: define("good"),
  throws: define("throws"),
  hangs: define("hangs"),
  exits: define("exits"),
  blocks: define("blocks"),
  allocates: define("allocates"),
};

async function ran(kind: string, number: number): Promise<void> {
  await PoisonRunModel.updateOne(
    { _id: `${kind}-${number}` },
    { $set: { kind, number }, $inc: { runs: 1 } },
    { upsert: true },
  );
}

export const poisonProcessors = [
  processor(poisonJobs.good, async ({ number }) => {
    await new Promise((wake) => setTimeout(wake, number % 10));
    await ran("good", number);
  }),
  processor(poisonJobs.throws, async ({ number }) => {
    await ran("throws", number);
    throw new Error("always");
  }),
  processor(poisonJobs.hangs, async ({ number }) => {
    await ran("hangs", number);
    await new Promise(() => {});
  }),
  processor(poisonJobs.exits, async ({ number }) => {
    await ran("exits", number);
    process.exit(3);
  }),
  processor(poisonJobs.blocks, async ({ number }) => {
    await ran("blocks", number);
    const until = Date.now() + BLOCKS_MS;
    while (Date.now() < until);
  }),
  processor(poisonJobs.allocates, async ({ number }) => {
    await ran("allocates", number);
    for (const kept: number[][] = []; ; await new Promise(setImmediate))
      kept.push(Array.from({ length: 100_000 }, () => number));
  }),
];
