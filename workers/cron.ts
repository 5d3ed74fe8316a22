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
import { startSchedules } from "./runtime/startSchedules.js";
import { areTicksTaken } from "./runtime/ticks.js";
import { schedules } from "./schedules.js";

collectProcessMetrics();
const stopGuard = guardLoop();
watchBacklog();
await connectMongo();
await redisReady(producerRedis());

const stopSchedules = startSchedules(schedules);
const stopReporting = await startReporting("cron", []);
const stopOps = await startOpsServer(areTicksTaken);
log.info({ schedules: schedules.length }, "cron runs");

onShutdown([
  ["ticks", stopSchedules],
  ["reporting", stopReporting],
  ["ops", stopOps],
  ["guard", stopGuard],
  ["queues", closeQueues],
  ["redis", disconnectRedis],
  ["mongodb", disconnectMongo],
]);
