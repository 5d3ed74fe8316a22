import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { checkpoint } from "#shared/kernel/request/context.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { once } from "#shared/kernel/queue/repeats.js";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";
import { processor } from "#workers/runtime/processor.js";

/** A run of one of these jobs. */
export interface SignalRun {
  _id: string;
  kind: SignalKind;
  number: number;
  pid: number;
  begunAt: Date;
  /** null: it was cut short, or left. */
  endedAt: Date | null;
}
const SignalRunModel = defineModel<SignalRun>("signalRuns", {
  _id: { type: String, required: true },
  kind: String,
  number: Number,
  pid: Number,
  begunAt: Date,
  endedAt: { type: Date, default: null },
});

/** How far one with safe points has come, and which jobs the test lets go. */
interface SignalMark {
  _id: number;
  steps?: number;
  isLetGo?: boolean;
}
const SignalMarkModel = defineModel<SignalMark>("signalMarks", {
  _id: { type: Number, required: true },
  steps: Number,
  isLetGo: Boolean,
});

export type SignalKind = "work" | "steps" | "fails" | "hangs" | "tick" | "quick" | "begets";

const LOOK_MS = 100;
/** Enough that no process is through with them before it is told to end. */
export const STEPS = 100;

const define = (kind: SignalKind, more: { maxRunMs?: number; attempts?: number } = {}) =>
  defineJob({
    name: `signals.${kind}`,
    queue: "vod",
    v: 1,
    payload: z.object({ number: Id }),
    key: ({ number }) => String(number),
    ignoresRepeats: once("a test enqueues it once, or tests just that"),
    maxRunMs: more.maxRunMs ?? 120_000,
    options: { attempts: more.attempts ?? 3, backoff: { type: "fixed", delay: 5_000 } },
  });
/** Twice is harmless: a run leaves its row and no more. */
export const signalJobs = {
  work: define("work"),
  steps: define("steps"),
  fails: define("fails"),
  hangs: define("hangs", { maxRunMs: 1_000, attempts: 1 }),
  tick: define("tick"),
  quick: define("quick"),
  begets: define("begets"),
};
/** The number of the quick one that one with this number enqueues. */
export const begotten = (number: number): number => number + 100_000;

async function run(kind: SignalKind, number: number, rest: () => Promise<unknown>): Promise<void> {
  const _id = randomUUID();
  await SignalRunModel.create([{ _id, kind, number, pid: process.pid, begunAt: new Date() }]);
  await rest();
  await SignalRunModel.updateOne({ _id }, { $set: { endedAt: new Date() } });
}

async function untilLetGo(number: number): Promise<void> {
  while (!(await SignalMarkModel.exists({ _id: number, isLetGo: true }))) await pause(LOOK_MS);
}

async function takeSteps(number: number): Promise<void> {
  for (;;) {
    const mark = await SignalMarkModel.findOneAndUpdate(
      { _id: number },
      { $inc: { steps: 1 } },
      { upsert: true, returnDocument: "after" },
    ).lean<SignalMark>();
    if (mark!.steps! >= STEPS) return;
    await pause(LOOK_MS);
    checkpoint();
  }
}

export const hasBegun = async (number: number): Promise<boolean> => (await SignalRunModel.exists({ number })) !== null;

export const signalProcessors = [
  processor(signalJobs.work, ({ number }) => run("work", number, () => untilLetGo(number))),
  processor(signalJobs.tick, ({ number }) => run("tick", number, () => untilLetGo(number))),
  processor(signalJobs.quick, ({ number }) => run("quick", number, async () => undefined)),
  processor(signalJobs.begets, ({ number }) =>
    run("begets", number, () => enqueue(signalJobs.quick, { number: begotten(number) })),
  ),
  processor(signalJobs.steps, ({ number }) => run("steps", number, () => takeSteps(number))),
  processor(signalJobs.hangs, ({ number }) => run("hangs", number, () => new Promise(() => {}))),
  processor(signalJobs.fails, ({ number }, attempt) =>
    run("fails", number, async () => {
      await untilLetGo(number);
      if (attempt.number === 1) throw new Error("the first time");
    }),
  ),
];
