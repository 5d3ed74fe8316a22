/**
 * Round trips through Redis to another process and back: `askAndAnswer.js bare|ours count`. bare is a job's `add` and
 * `waitUntilFinished`; ours is `ask`. The answering side is a second process.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Queue, QueueEvents, Worker } from "bullmq";
import { ask } from "#shared/kernel/queue/ask.js";
import { connectMongo } from "#shared/kernel/mongo/mongo.js";
import { keysOf } from "#shared/kernel/redis/keys.js";
import { blockingRedis, producerRedis, redisReady } from "#shared/kernel/redis/redis.js";
import { processor } from "#workers/runtime/processor.js";
import { startQueueWorker } from "#workers/runtime/worker.js";
import { questionJob } from "./benchJobs.js";

let worker: Worker | undefined;
const [kind = "", countText = "", role = "asks"] = process.argv.slice(2);

if (role === "answers") answer();
else await report(Number(countText));

function answer(): void {
  if (kind === "bare") {
    const connection = blockingRedis("bare");
    worker = new Worker("bare", async (job) => job.data as unknown, {
      connection,
      prefix: keysOf(),
      concurrency: 16,
    });
  } else startQueueWorker("maintenance", new Map([[questionJob.name, processor(questionJob, async (input) => input)]]));
  if (worker) worker.on("error", console.error);
  process.send!("ready");
}

async function report(count: number): Promise<void> {
  await connectMongo();
  await redisReady(producerRedis());
  const answers = fork(fileURLToPath(import.meta.url), [kind, "0", "answers"], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await once(answers, "message");
  const roundTrip = await (kind === "bare" ? bareAsker() : ourAsker());
  for (let warm = 0; warm < 100; warm++) await roundTrip(warm);
  const alone = await timed(count, 1, roundTrip);
  const crowd = await timed(count, 32, roundTrip);
  answers.kill("SIGKILL");
  // The connections of queues would keep it running.
  process.send!({ alone, crowd }, () => process.exit(0));
}

async function bareAsker() {
  const queue = new Queue("bare", { connection: producerRedis(), prefix: keysOf() });
  // One for each that waits at once.
  queue.setMaxListeners(0);
  const events = new QueueEvents("bare", { connection: blockingRedis("events"), prefix: keysOf() });
  await events.waitUntilReady();
  events.setMaxListeners(0);
  const roundTrip = async (number: number): Promise<void> => {
    const job = await queue.add("bare", { number }, { removeOnComplete: { age: 60 } });
    await job.waitUntilFinished(events, 5_000);
  };
  return roundTrip;
}

async function ourAsker() {
  return async (number: number): Promise<void> => {
    await ask(questionJob, { number }, { timeoutMs: 5_000 });
  };
}

/** Milliseconds of each round trip, sorted; `atOnce` are under way at any time. */
async function timed(count: number, atOnce: number, roundTrip: (number: number) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) {
        const begun = performance.now();
        await roundTrip(next++);
        times.push(performance.now() - begun);
      }
    }),
  );
  return times.sort((a, b) => a - b);
}
