import mongoose from "mongoose";
import { once } from "#shared/kernel/queue/repeats.js";
import { z } from "zod";
import { mailer } from "#shared/providers/mail/client.js";
import { currentContext } from "#shared/kernel/request/context.js";
import { Id } from "#shared/kernel/request/schemas.js";
import { defineErrors } from "#shared/kernel/request/errors.js";
import { defineAsk, defineJob } from "#shared/kernel/queue/jobs.js";
import { LostRace } from "#shared/kernel/mongo/mongo.js";
import { processor } from "#workers/runtime/processor.js";

/** Jobs that exist in tests alone: what the runtime does with any job is shown on them. */
export const testErrors = defineErrors("test", {
  Refused: { code: 1999000001, en: "refused: {why}", zh: "拒绝：{why}" },
  Flaky: { code: 1999000002, en: "flaky", zh: "不稳定", retry: true },
});

/** Runs by the number they were enqueued with. */
export const runs = new Map<number, { attempt: number; requestId?: string | undefined }[]>();

const payload = z.object({
  number: Id,
  fail: z.enum(["never", "once", "always", "refuse", "storeAway", "raceLost"]).default("never"),
});

export const keyedJob = defineJob({
  name: "test.keyed",
  queue: "maintenance",
  v: 1,
  payload,
  key: ({ number }) => String(number),
  ignoresRepeats: once("a test enqueues it once, or tests just that"),
  about: ({ number }) => ({ orderId: number }),
  options: { attempts: 3, backoff: { type: "fixed", delay: 60_000 } },
});

/** Reads what is written so far; a run waits to be let go when one was asked for. */
export const wakingJob = defineJob({
  name: "test.waking",
  queue: "maintenance",
  v: 1,
  payload: z.object({ number: Id }),
  key: ({ number }) => String(number),
  about: ({ number }) => ({ orderId: number }),
  runsAgain: true,
  maxRunMs: 600_000,
});
/** What is changed beside enqueueing it, and what its last run has read of that. */
export const written = new Map<number, number>();
export const read = new Map<number, number>();
/** Runs that have read, and wait. */
export const readers = new Map<number, () => void>();
export const holdReaders = new Set<number>();

export const plainJob = defineJob({ name: "test.plain", queue: "maintenance", v: 1, payload });

/** As those that move orders on. */
export const orderJob = defineJob({ name: "test.order", queue: "trade", v: 1, payload });

/** Odd ones are routine. */
export const rankedJob = defineJob({
  name: "test.ranked",
  queue: "maintenance",
  v: 1,
  payload: z.object({ number: Id }),
  isRoutine: ({ number }) => number % 2 === 1,
});
/** As they were taken. */
export const ranked: number[] = [];

export const echo = defineAsk<{ echoed: string }>()({
  name: "test.echo",
  queue: "pay-ask",
  v: 1,
  payload: z.object({ text: z.string(), outcome: z.enum(["answer", "refuse", "throw", "hang"]).default("answer") }),
});
/** Sends a mail, as the jobs of the domains do. Twice is harmless: it is the same mail. */
export const mailJob = defineJob({
  name: "test.mail",
  queue: "mail",
  v: 1,
  payload: z.object({ to: z.string(), messageId: z.string() }),
  options: { attempts: 5, backoff: { type: "fixed", delay: 60_000 } },
});

/** Runs until the test lets it go. */
export const held = defineJob({ name: "test.held", queue: "invoice", v: 1, payload: z.object({}), bestEffort: true });
const waitingForRelease: (() => void)[] = [];
export const heldCount = (): number => waitingForRelease.length;
export function releaseHeld(): void {
  for (const release of waitingForRelease.splice(0)) release();
}

/** How often the worker really answered. */
export const echoes: string[] = [];

async function run({ number, fail }: z.output<typeof payload>, attempt: { number: number }): Promise<void> {
  const seen = runs.get(number) ?? [];
  runs.set(number, [...seen, { attempt: attempt.number, requestId: currentContext()?.requestId }]);
  if (fail === "refuse") throw testErrors.Refused({ why: "always" });
  if (fail === "storeAway" && seen.length < 2) throw new mongoose.mongo.MongoNetworkError("the store is away");
  if (fail === "raceLost" && seen.length < 2) throw new LostRace("others were faster for seconds");
  if (fail === "always" || (fail === "once" && attempt.number === 1)) throw testErrors.Flaky();
}

export const testProcessors = [
  processor(keyedJob, run),
  processor(plainJob, run),
  processor(orderJob, run),
  processor(rankedJob, async ({ number }) => void ranked.push(number)),
  processor(wakingJob, async ({ number }) => {
    read.set(number, written.get(number) ?? 0);
    if (holdReaders.has(number)) await new Promise<void>((resolve) => readers.set(number, resolve));
  }),
  processor(mailJob, (mail) => mailer.send({ ...mail, subject: "来自任务", text: "你好" })),
  processor(held, () => new Promise<void>((resolve) => waitingForRelease.push(resolve))),
  processor(echo, async ({ text, outcome }) => {
    echoes.push(text);
    if (outcome === "refuse") throw testErrors.Refused({ why: text });
    if (outcome === "throw") throw new Error("inner text");
    if (outcome === "hang") await new Promise((resolve) => setTimeout(resolve, 1_500));
    return { echoed: text };
  }),
];
