import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import mongoose from "mongoose";
import "#shared/subscriptions.js";
import { makeApp } from "#api/app.js";
import { config } from "#shared/kernel/config/config.js";
import { startBroadcasts, stopBroadcasts } from "#shared/kernel/redis/broadcast.js";
import { ensureCollectionsAndIndexes } from "#shared/kernel/mongo/migrations.js";
import { connectMongo, disconnectMongo } from "#shared/kernel/mongo/mongo.js";
import { asksRecorded } from "#shared/kernel/outbox/asks.js";
import { outboxEndingIdle } from "#shared/kernel/outbox/ending.js";
import { relayIdle } from "#shared/kernel/outbox/relay.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { closeQueues, queueNamed } from "#shared/kernel/queue/queues.js";
import { disconnectRedis, producerRedis, redisReady } from "#shared/kernel/redis/redis.js";
import { ensureBucket } from "#shared/kernel/storage/storage.js";
import { startReportingLongRuns } from "#workers/runtime/longRuns.js";
import { drainWorkers, startWorkers } from "#workers/runtime/startWorkers.js";
import { sandbox } from "./environment.js";
import { watchWorkers } from "./runJobs.js";
import { testProcessors } from "./testJobs.js";

/**
 * The whole service in this process, on real stores: the API on a free port, a worker for every queue. Started once by
 * the first test that needs it; jobs run as they come, `runJobs()` waits until nothing is due.
 */
interface Service {
  url: string;
}

/** The stores are thrown away with the run: nothing in them needs tidying. */
const storesEnd = process.env["TEST_STORES_END"] === "1";

let starting: Promise<Service> | undefined;
let stop: (() => Promise<void>) | undefined;

export function startService(): Promise<Service> {
  starting ??= start();
  return starting;
}

async function start(): Promise<Service> {
  await connectMongo({ monitorCommands: true });
  await ensureCollectionsAndIndexes();
  await ensureBucket();
  await redisReady(producerRedis());
  await startBroadcasts();
  const server = createServer(makeApp().callback());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const workers = await startWorkers(queueNames, testProcessors);
  await Promise.all(workers.map(({ worker }) => worker.waitUntilReady()));
  watchWorkers(workers);
  const stopNoting = startReportingLongRuns(workers);
  stop = async () => {
    try {
      await ends("the server closes", closeServer(server));
      stopNoting();
      const running = () => workers.flatMap((one) => [...one.running.values()].map(({ job }) => job.name));
      await ends("workers drain", drainWorkers(workers), running);
      await ends("rows are relayed", relayIdle());
      await ends("rows are ended", outboxEndingIdle());
      await ends("asks are recorded", asksRecorded());
      if (!storesEnd) await Promise.all(queueNames.map((queue) => queueNamed(queue).obliterate({ force: true })));
      await ends("queues close", closeQueues());
      stopBroadcasts();
      if (!storesEnd) await mongoose.connection.dropDatabase();
    } finally {
      // Whatever was refused, no connection is left that keeps the process alive.
      await disconnectRedis();
      await disconnectMongo();
    }
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Providers call back where this API really listens.
  Object.assign(config, { PUBLIC_URL: url });
  return { url };
}

const STEP_MS = 20_000;

/** A step of the end that hangs names itself, and what it waits for, and the process ends all the same. */
async function ends(what: string, step: Promise<unknown>, waitsFor = (): string[] => []): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(
      () =>
        fail(new Error(`at the end of the tests: ${what}, not within ${STEP_MS / 1_000} s: ${waitsFor().join(", ")}`)),
      STEP_MS,
    );
  });
  try {
    await Promise.race([step, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

/** Registered with mocha beside environment.ts: whatever was started is stopped once, at the end of the run. */
export const mochaHooks = {
  async afterAll(this: Mocha.Context): Promise<void> {
    // A database of thousands of tests is dropped row by row in a stand-in.
    this.timeout(90_000);
    await stop?.();
    await sandbox.close();
  },
};
