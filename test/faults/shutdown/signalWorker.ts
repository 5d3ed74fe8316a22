/**
 * The whole worker, workers/index.ts, that also knows the jobs of signalJobs.ts. With `--enqueue` and `kind:number`s it
 * enqueues these instead, as a use case and a cron do, and ends; with `--steer` it holds or limits the quick ones, as an
 * operator at an API that knows them.
 */
import { holdKind, limitKind, releaseKind, unlimitKind } from "#shared/domains/operations/queues/index.js";
import { connectMongo, disconnectMongo, inTransaction } from "#shared/kernel/mongo/mongo.js";
import type { JobDefinition } from "#shared/kernel/queue/jobs.js";
import { closeQueues } from "#shared/kernel/queue/queues.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { relayIdle } from "#shared/kernel/outbox/relay.js";
import { startBroadcasts, stopBroadcasts } from "#shared/kernel/redis/broadcast.js";
import { disconnectRedis, producerRedis, redisReady } from "#shared/kernel/redis/redis.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { eventually } from "#test/support/eventually.js";
import { tick } from "#workers/runtime/ticks.js";
import videoProcessors from "#workers/video.js";
import { hasBegun, signalJobs, signalProcessors, type SignalKind } from "./signalJobs.js";

const kind = { job: signalJobs.quick.name, reason: "a test looks at it", operatorId: 1, isConfirmed: true };
const steers = {
  hold: () => holdKind(kind),
  release: () => releaseKind(kind),
  limit: (perMinute: number) => limitKind({ ...kind, perMinute }),
  unlimit: () => unlimitKind(kind),
};

const [mode, ...wanted] = process.argv.slice(2);
if (mode === "--enqueue") await enqueueAll(wanted.map((one) => one.split(":") as [SignalKind, string]));
else if (mode === "--steer") await steer(wanted[0] as keyof typeof steers, Number(wanted[1]));
else {
  videoProcessors.push(...(signalProcessors as never[]));
  await import("#workers/index.js");
}

async function enqueueAll(all: [SignalKind, string][]): Promise<void> {
  await open();
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
  await close();
}

async function steer(act: keyof typeof steers, perMinute: number): Promise<void> {
  await open();
  await startBroadcasts();
  await steers[act](perMinute);
  await relayIdle();
  stopBroadcasts();
  await close();
}

async function open(): Promise<void> {
  await connectMongo();
  await redisReady(producerRedis());
}

async function close(): Promise<void> {
  await closeQueues();
  await disconnectRedis();
  await disconnectMongo();
}
