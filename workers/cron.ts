import { watchBacklog } from "#shared/platform/backlog.js";
import { log } from "#shared/platform/log.js";
import { guardLoop } from "#shared/platform/loopGuard.js";
import { collectProcessMetrics } from "#shared/platform/metrics.js";
import { connectMongo, disconnectMongo } from "#shared/platform/mongo.js";
import { startOpsServer } from "#shared/platform/opsServer.js";
import { startReporting } from "#shared/platform/processes.js";
import { closeQueues } from "#shared/platform/queues.js";
import { disconnectRedis, producerRedis, redisReady } from "#shared/platform/redis.js";
import { onShutdown } from "#shared/platform/shutdown.js";
import { startStoreWatch } from "#shared/platform/storeWatch.js";
import { startSchedules } from "./runtime/startSchedules.js";
import { missedTicks } from "./runtime/ticks.js";
import { schedules } from "./schedules.js";

collectProcessMetrics();
const stopGuard = guardLoop();
watchBacklog();
await connectMongo();
await redisReady(producerRedis());

const stores = startStoreWatch((why) => leave(why));
const stopSchedules = startSchedules(schedules);
const stopReporting = await startReporting("cron", []);
const stopOps = await startOpsServer(() => [...stores.reasons(), ...missedTicks()]);
log.info({ schedules: schedules.length }, "cron runs");

const leave = onShutdown([
  ["store watch", async () => stores.stop()],
  ["ticks", stopSchedules],
  ["reporting", stopReporting],
  ["ops", stopOps],
  ["guard", stopGuard],
  ["queues", closeQueues],
  ["redis", disconnectRedis],
  ["mongodb", disconnectMongo],
]);
