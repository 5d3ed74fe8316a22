import { parseArgs } from "node:util";
import "#shared/subscriptions.js";
import { rollUpsEnqueued } from "#shared/domains/catalog/index.js";
import { providersAtBoot } from "#shared/kernel/config/providers.js";
import { measureQueueDepth } from "#shared/kernel/queue/queueDepth.js";
import { startBroadcasts, stopBroadcasts } from "#shared/kernel/redis/broadcast.js";
import { startFlushingCounts } from "#shared/kernel/mongo/growingRows.js";
import { log } from "#shared/kernel/observability/log.js";
import { measureLoopDelay } from "#shared/kernel/process/loopDelay.js";
import { guardLoop } from "#shared/kernel/process/loopGuard.js";
import { collectProcessMetrics } from "#shared/kernel/observability/metrics.js";
import { refuseNewerSchema } from "#shared/kernel/mongo/migrations.js";
import { connectMongo, disconnectMongo } from "#shared/kernel/mongo/mongo.js";
import { startOpsServer } from "#shared/kernel/process/opsServer.js";
import { asksRecorded } from "#shared/kernel/outbox/asks.js";
import { outboxEndingIdle } from "#shared/kernel/outbox/ending.js";
import { relayIdle } from "#shared/kernel/outbox/relay.js";
import { startOutboxWalk } from "#shared/kernel/outbox/startWalk.js";
import { startReporting } from "#shared/kernel/process/processes.js";
import { readQueueNames, type QueueName } from "#shared/kernel/queue/queueNames.js";
import { closeQueues } from "#shared/kernel/queue/queues.js";
import { ticksRecorded } from "#shared/kernel/queue/scheduleRows.js";
import { disconnectRedis, producerRedis } from "#shared/kernel/redis/redis.js";
import { drainMs, onShutdown } from "#shared/kernel/process/shutdown.js";
import { startStoreWatch } from "#shared/kernel/process/storeWatch.js";
import { startTracing } from "#shared/kernel/observability/tracing.js";
import type { QueueWorker } from "./runtime/queueWorker.js";
import { startCanaries } from "./runtime/canary.js";
import { isMyTurnToBeReplaced } from "./runtime/replacementTurn.js";
import { startAlertsWithoutRedis } from "./alertsWithoutRedis.js";
import { startReportingLongRuns } from "./runtime/longRuns.js";
import { startSchedules } from "./runtime/startSchedules.js";
import { drainWorkers, startWorkers, workOf } from "./runtime/startWorkers.js";
import { startWatchdog } from "./runtime/watchdog.js";
import { loadProcessors } from "./processors.js";
import { schedules } from "./schedules.js";

collectProcessMetrics();
const stopGuard = guardLoop();
const loop = measureLoopDelay();
const stopTracing = await startTracing("worker");
const queues = chosenQueues();
await connectMongo();
await refuseNewerSchema();
producerRedis();
producerRedis("analytics");
await startBroadcasts();

let workers: QueueWorker[] = [];
/** Why this process is to be replaced. */
let broken: string | undefined;
const replace = (why: string): void => {
  broken = why;
  shutDown(why);
};
/** Waits for its turn, as it still does some of its work; the watchdog calls this again at its next check. */
const replaceInTurn = async (why: string): Promise<void> => {
  if (await isMyTurnToBeReplaced(queues)) replace(why);
};
// A process that is cut off does no work, and needs no turn.
const stores = startStoreWatch(replace);
// The control queue reports that cron is gone, so its ticks and gauges must not depend on cron.
const takesControl = queues.includes("control");
const stopSchedules = startSchedules(takesControl ? schedules.filter(({ job }) => job.queue === "control") : []);
if (takesControl) measureQueueDepth();
const stopAlerts = takesControl ? startAlertsWithoutRedis() : () => undefined;
const troubles = (): string[] => [...stores.reasons(), ...loop.reasons(), ...(broken ? [broken] : [])];
// A worker that reports itself can run jobs, and be told to end: loading them takes a second or two.
await loadProcessors(queues);
const stopReporting = await startReporting("worker", queues, {
  work: () => workers.map(workOf),
  loopDelayMs: loop.longestMs,
  troubles,
});
const stopFlushing = startFlushingCounts();
const stopOps = await startOpsServer(troubles);
// Last, as a shutdown hands jobs back only from here on.
workers = await startWorkers(queues);
const stopWalk = startOutboxWalk();
const stopCanaries = startCanaries(queues);
const stopReportingLongRuns = startReportingLongRuns(workers);
const stopWatchdog = startWatchdog(
  workers,
  (queue) => void replaceInTurn(`${queue}: work waits and nothing is taken`),
  () => stores.reasons().length === 0,
);
log.info({ queues, ...providersAtBoot() }, "worker runs");

const shutDown = onShutdown([
  ["ticks", async () => (stopAlerts(), stopSchedules())],
  ["watchdog", async () => (stopWatchdog(), stores.stop(), loop.stop(), stopCanaries(), stopReportingLongRuns())],
  ["reporting", stopReporting],
  ["workers", () => drainWorkers(workers, drainMs()), "drains"],
  ["outbox walk", stopWalk],
  ["roll-ups", rollUpsEnqueued],
  ["relay", relayIdle],
  ["outbox rows", outboxEndingIdle],
  ["asks", asksRecorded],
  ["recorded ticks", ticksRecorded],
  ["counts", stopFlushing],
  ["ops", stopOps],
  ["guard", stopGuard],
  ["queues", closeQueues],
  ["broadcasts", async () => stopBroadcasts()],
  ["redis", disconnectRedis],
  ["mongodb", disconnectMongo],
  ["traces", stopTracing],
]);

/** --queues=money,notify: queue or group names, default all. A wrong name ends the process with the list. */
function chosenQueues(): QueueName[] {
  try {
    const { values } = parseArgs({ options: { queues: { type: "string" } } });
    return readQueueNames(values.queues);
  } catch (error) {
    log.fatal(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
