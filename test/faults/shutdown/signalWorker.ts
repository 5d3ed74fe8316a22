/**
 * The whole worker, workers/index.ts, that also knows the jobs of signalJobs.ts. With `--enqueue` and `kind:number`s it
 * enqueues these instead, as a use case and a cron do, and ends.
 */
import { connectMongo, disconnectMongo, inTransaction } from "#shared/kernel/mongo/mongo.js";
import type { JobDefinition } from "#shared/kernel/queue/jobs.js";
import { closeQueues } from "#shared/kernel/queue/queues.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { relayIdle } from "#shared/kernel/outbox/relay.js";
import { disconnectRedis, producerRedis, redisReady } from "#shared/kernel/redis/redis.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { eventually } from "#test/support/eventually.js";
import { tick } from "#workers/runtime/ticks.js";
import videoProcessors from "#workers/video.js";
import { hasBegun, signalJobs, signalProcessors, type SignalKind } from "./signalJobs.js";

const [mode, ...wanted] = process.argv.slice(2);
if (mode === "--enqueue") await enqueueAll(wanted.map((one) => one.split(":") as [SignalKind, string]));
else {
  videoProcessors.push(...(signalProcessors as never[]));
  await import("#workers/index.js");
}

async function enqueueAll(all: [SignalKind, string][]): Promise<void> {
  await connectMongo();
  await redisReady(producerRedis());
  const ofKind = (isTick: boolean): [SignalKind, number][] =>
    all.filter(([kind]) => (kind === "tick") === isTick).map(([kind, number]) => [kind, Number(number)]);
  await inTransaction(async () => {
    for (const [kind, number] of ofKind(false)) await enqueue(signalJobs[kind], { number });
  });
  await relayIdle();
  for (const [index, [, number]] of ofKind(true).entries()) {
    const job = signalJobs.tick as unknown as JobDefinition;
    const schedule = { job, cron: "* * * * * *", timeZone: "Asia/Shanghai", payload: { number } } as const;
    await tick(schedule, new Date(seconds(number)));
    // The next one comes while this one runs.
    if (index === 0) await eventually("the first tick runs", () => hasBegun(number), 60);
  }
  await closeQueues();
  await disconnectRedis();
  await disconnectMongo();
}
