/**
 * A worker process as workers/index.ts makes one, for one queue, that also knows the poison jobs. Started by
 * poison.test.ts; with `--enqueue seed good throws hangs exits blocks allocates` it enqueues so many of each instead, shuffled, and ends.
 */
import { guardLoop } from "#shared/kernel/process/loopGuard.js";
import { connectMongo, disconnectMongo, inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { relayIdle } from "#shared/kernel/outbox/relay.js";
import { startOutboxWalk } from "#shared/kernel/outbox/startWalk.js";
import { closeQueues } from "#shared/kernel/queue/queues.js";
import { disconnectRedis, producerRedis, redisReady } from "#shared/kernel/redis/redis.js";
import { drainMs, onShutdown } from "#shared/kernel/process/shutdown.js";
import { outboxEndingIdle } from "#shared/kernel/outbox/ending.js";
import { drainWorkers, startWorkers } from "#workers/runtime/startWorkers.js";
import { startWatchdog } from "#workers/runtime/watchdog.js";
import { poisonJobs, poisonProcessors, type Poison } from "./poisonJobs.js";
import { seeded } from "../shoppers.js";

/** Instead of minutes, and two fewer. */
const PAUSES_AFTER_DEATHS_MS = [5_000, 8_000];

await connectMongo();
await redisReady(producerRedis());
const [mode, ...numbers] = process.argv.slice(2);
if (mode === "--enqueue") await enqueueAll(numbers.map(Number));
else await work();

async function work(): Promise<void> {
  guardLoop();
  const workers = await startWorkers(["website"], poisonProcessors, PAUSES_AFTER_DEATHS_MS);
  const stopWalk = startOutboxWalk();
  const stopWatchdog = startWatchdog(
    workers,
    (queue) => leave(queue),
    () => true,
  );
  const leave = onShutdown([
    ["watchdog", async () => stopWatchdog()],
    ["workers", () => drainWorkers(workers, drainMs()), "drains"],
    ["outbox walk", stopWalk],
    ["relay", relayIdle],
    ["outbox rows", outboxEndingIdle],
    ["queues", closeQueues],
    ["redis", disconnectRedis],
    ["mongodb", disconnectMongo],
  ]);
}

async function enqueueAll([seed, good, throws, hangs, exits, blocks, allocates]: number[]): Promise<void> {
  const random = seeded(seed!);
  const counts: [keyof typeof poisonJobs, number][] = [
    ["good", good!],
    ["throws", throws!],
    ["hangs", hangs!],
    ["exits", exits!],
    ["blocks", blocks!],
    ["allocates", allocates!],
  ];
  const all: { kind: "good" | Poison; at: number }[] = counts.flatMap(([kind, count]) =>
    Array.from({ length: count }, () => ({ kind, at: random() })),
  );
  const shuffled = all.toSorted((a, b) => a.at - b.at);
  for (let from = 0; from < shuffled.length; from += 50)
    await inTransaction(async () => {
      for (const [index, { kind }] of shuffled.slice(from, from + 50).entries())
        await enqueue(poisonJobs[kind], { number: seed! * 10_000 + from + index });
    });
  await relayIdle();
  await closeQueues();
  await disconnectRedis();
  await disconnectMongo();
}
