import { isOffered, providersAtBoot } from "#shared/kernel/config/providers.js";
import { measureQueueDepth } from "#shared/kernel/queue/queueDepth.js";
import { log } from "#shared/kernel/observability/log.js";
import { measureLoopDelay } from "#shared/kernel/process/loopDelay.js";
import { guardLoop } from "#shared/kernel/process/loopGuard.js";
import { collectProcessMetrics } from "#shared/kernel/observability/metrics.js";
import { disconnectMongo } from "#shared/kernel/mongo/mongo.js";
import { startOpsServer } from "#shared/kernel/process/opsServer.js";
import { startReporting } from "#shared/kernel/process/processes.js";
import { closeQueues } from "#shared/kernel/queue/queues.js";
import { ticksRecorded } from "#shared/kernel/queue/scheduleRows.js";
import { disconnectRedis } from "#shared/kernel/redis/redis.js";
import { onShutdown } from "#shared/kernel/process/shutdown.js";
import { openStores } from "#shared/kernel/process/openStores.js";
import { startStoreWatch } from "#shared/kernel/process/storeWatch.js";
import { startSchedules } from "./runtime/startSchedules.js";
import { missedTicks } from "./runtime/ticks.js";
import { schedules } from "./schedules.js";

collectProcessMetrics();
const stopGuard = guardLoop();
const loop = measureLoopDelay();
measureQueueDepth();
await openStores();

const stores = startStoreWatch((why) => shutDown(why));
const stopSchedules = startSchedules(schedules);
const troubles = (): string[] => [...stores.reasons(), ...loop.reasons(), ...missedTicks()];
const stopReporting = await startReporting("cron", [], {
  loopDelayMs: loop.longestMs,
  troubles,
  steer: ({ drain }) => drain && shutDown.asked(`asked by operator ${drain.operatorId}`),
});
const stopOps = await startOpsServer(troubles);
const ticking = schedules.filter(({ needs }) => isOffered(needs)).length;
log.info({ schedules: ticking, ...providersAtBoot() }, "cron runs");

const shutDown = onShutdown([
  ["watches", async () => (stores.stop(), loop.stop())],
  ["ticks", stopSchedules],
  ["recorded ticks", ticksRecorded],
  ["reporting", stopReporting],
  ["ops", stopOps],
  ["guard", stopGuard],
  ["queues", closeQueues],
  ["redis", disconnectRedis],
  ["mongodb", disconnectMongo],
]);
