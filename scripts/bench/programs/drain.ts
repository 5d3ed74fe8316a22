/**
 * Fills a queue with `count` jobs, waits, drains it and reports the time: `drain.js bare|volatile|durable count`. bare is a
 * BullMQ worker with an empty processor; the others are our runtime with one. Several may drain one queue that one fills.
 */
import { setTimeout as pause } from "node:timers/promises";
import { Queue, Worker } from "bullmq";
import { workerConcurrency } from "#shared/kernel/config/config.js";
import { connectMongo } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { outboxEndingIdle } from "#shared/kernel/outbox/ending.js";
import { relayIdle } from "#shared/kernel/outbox/relay.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { keysOf } from "#shared/kernel/redis/keys.js";
import { blockingRedis, producerRedis, redisReady } from "#shared/kernel/redis/redis.js";
import { processor } from "#workers/runtime/processor.js";
import { startQueueWorker } from "#workers/runtime/worker.js";
import { durableJob, bestEffortJob } from "./benchJobs.js";

const [kind = "", countText = ""] = process.argv.slice(2);
const count = Number(countText);
const LOOK_MS = 20;
const concurrency = workerConcurrency("maintenance", 16);

await connectMongo();
await redisReady(producerRedis());
await fill();
await new Promise((go) => {
  process.once("message", go);
  process.send!("filled");
});

let [done, lastAt] = [0, performance.now()];
const cpuBefore = process.cpuUsage();
const begun = performance.now();
await drain();
const seconds = (lastAt - begun) / 1_000;
const { user, system } = process.cpuUsage(cpuBefore);
// The connections of workers would keep it running.
process.send!({ done, seconds, cpuSeconds: (user + system) / 1e6 }, () => process.exit(0));

async function fill(): Promise<void> {
  if (kind === "bare") {
    const queue = new Queue("bare", { connection: producerRedis(), prefix: keysOf() });
    const jobs = Array.from({ length: count }, (_, number) => ({
      name: "bare",
      data: { number },
      opts: { removeOnComplete: { age: 3_600, count: 1_000 } },
    }));
    for (let at = 0; at < count; at += 1_000) await queue.addBulk(jobs.slice(at, at + 1_000));
    await queue.close();
    return;
  }
  // Hundreds of adds at once would each wait for the connection separately.
  await queueNamed("maintenance").waitUntilReady();
  const job = kind === "durable" ? durableJob : bestEffortJob;
  for (let at = 0; at < count; at += 200)
    await Promise.all(
      Array.from({ length: Math.min(200, count - at) }, (_, offset) => enqueue(job, { number: at + offset })),
    );
  await relayIdle();
}

async function drain(): Promise<void> {
  const work = async (): Promise<void> => {
    done++;
    lastAt = performance.now();
  };
  if (kind === "bare") {
    const connection = blockingRedis("bare");
    const worker = new Worker("bare", work, { connection, prefix: keysOf(), concurrency });
    worker.on("error", (error) => {
      throw error;
    });
  } else {
    const processors = [bestEffortJob, durableJob].map((job) => [job.name, processor(job, work)] as const);
    startQueueWorker("maintenance", new Map(processors));
  }
  const queue =
    kind === "bare" ? new Queue("bare", { connection: producerRedis(), prefix: keysOf() }) : queueNamed("maintenance");
  // Other processes may take its last jobs.
  while (sum(await queue.getJobCounts("wait", "active", "prioritized")) > 0) await pause(LOOK_MS);
  // A durable job has ended only when its row does.
  if (kind !== "durable") return;
  await outboxEndingIdle();
  lastAt = performance.now();
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, one) => total + one, 0);
}
