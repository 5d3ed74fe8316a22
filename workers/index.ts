import { parseArgs } from "node:util";
import "#shared/subscriptions.js";
import { rollUpsAsked } from "#shared/domains/catalog/index.js";
import { watchBacklog } from "#shared/platform/backlog.js";
import { startBroadcasts, stopBroadcasts } from "#shared/platform/broadcast.js";
import { startFlushingCounts } from "#shared/platform/growingRows.js";
import { log } from "#shared/platform/log.js";
import { guardLoop } from "#shared/platform/loopGuard.js";
import { collectProcessMetrics } from "#shared/platform/metrics.js";
import { refuseNewerSchema } from "#shared/platform/migrations.js";
import { connectMongo, disconnectMongo } from "#shared/platform/mongo.js";
import { startOpsServer } from "#shared/platform/opsServer.js";
import { asksRecorded } from "#shared/platform/outboxAsks.js";
import { outboxEndingIdle } from "#shared/platform/outboxEnding.js";
import { relayIdle } from "#shared/platform/outboxRelay.js";
import { startOutboxWalk } from "#shared/platform/outboxWalk.js";
import { startReporting } from "#shared/platform/processes.js";
import { readQueueNames, type QueueName } from "#shared/platform/queueNames.js";
import { closeQueues } from "#shared/platform/queues.js";
import { disconnectRedis, producerRedis } from "#shared/platform/redis.js";
import { drainMs, onShutdown } from "#shared/platform/shutdown.js";
import { startStoreWatch } from "#shared/platform/storeWatch.js";
import { startTracing } from "#shared/platform/tracing.js";
import { startCanaries } from "./runtime/canary.js";
import { startNotingLongRuns } from "./runtime/longRuns.js";
import { startSchedules } from "./runtime/startSchedules.js";
import { drainWorkers, startWorkers, workOf } from "./runtime/startWorkers.js";
import { startWatchdog } from "./runtime/watchdog.js";
import { schedules } from "./schedules.js";

collectProcessMetrics();
const stopGuard = guardLoop();
const stopTracing = await startTracing("worker");
const queues = chosenQueues();
await connectMongo();
await refuseNewerSchema();
producerRedis();
producerRedis("analytics");
await startBroadcasts();

const workers = await startWorkers(queues);
/** Why it is to be replaced. */
let broken: string | undefined;
const stopWalk = startOutboxWalk();
const stopCanaries = startCanaries(queues);
const replace = (why: string): void => {
  broken = why;
  leave(why);
};
const stopWatchdog = startWatchdog(workers, (queue) => replace(`${queue}: work waits and nothing is taken`));
const stores = startStoreWatch(replace);
// Who tells that cron is gone must not wait for it; and its own figures must be there then.
const watches = queues.includes("control");
const stopSchedules = startSchedules(watches ? schedules.filter(({ job }) => job.queue === "control") : []);
if (watches) watchBacklog();
const stopNoting = startNotingLongRuns(workers);
const stopReporting = await startReporting("worker", queues, () => workers.map(workOf));
const stopFlushing = startFlushingCounts();
const stopOps = await startOpsServer(() => [...stores.reasons(), ...(broken ? [broken] : [])]);
log.info({ queues }, "worker runs");

const leave = onShutdown([
  ["ticks", stopSchedules],
  ["watchdog", async () => (stopWatchdog(), stores.stop(), stopCanaries(), stopNoting())],
  ["reporting", stopReporting],
  ["workers", () => drainWorkers(workers, drainMs())],
  ["outbox walk", stopWalk],
  ["roll-ups", rollUpsAsked],
  ["relay", relayIdle],
  ["outbox rows", outboxEndingIdle],
  ["asks", asksRecorded],
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
