import { parseArgs } from "node:util";
import "#shared/subscriptions.js";
import { rollUpsEnqueued } from "#shared/domains/catalog/index.js";
import { providersAtBoot } from "#shared/kernel/config/providers.js";
import { callsLately } from "#shared/kernel/http/callsLately.js";
import { measureQueueDepth } from "#shared/kernel/queue/queueDepth.js";
import { startBroadcasts, stopBroadcasts } from "#shared/kernel/redis/broadcast.js";
import { startFlushingCounts } from "#shared/kernel/mongo/growingRows.js";
import { log } from "#shared/kernel/observability/log.js";
import { measureLoopDelay } from "#shared/kernel/process/loopDelay.js";
import { guardLoop } from "#shared/kernel/process/loopGuard.js";
import { collectProcessMetrics } from "#shared/kernel/observability/metrics.js";
import { disconnectMongo } from "#shared/kernel/mongo/mongo.js";
import { startOpsServer } from "#shared/kernel/process/opsServer.js";
import { asksRecorded } from "#shared/kernel/outbox/asks.js";
import { outboxEndingIdle } from "#shared/kernel/outbox/ending.js";
import { relayIdle } from "#shared/kernel/outbox/relay.js";
import { startOutboxWalk } from "#shared/kernel/outbox/startWalk.js";
import { startTurns } from "#shared/kernel/outbox/turns.js";
import type { Steering } from "#shared/kernel/process/process.model.js";
import { startReporting } from "#shared/kernel/process/processes.js";
import { readSlotsOfAll } from "#shared/kernel/process/queueSlots.js";
import { readQueueNames, type QueueName } from "#shared/kernel/queue/queueNames.js";
import { closeQueues } from "#shared/kernel/queue/queues.js";
import { ticksRecorded } from "#shared/kernel/queue/scheduleRows.js";
import { disconnectRedis } from "#shared/kernel/redis/redis.js";
import { drainMs, onShutdown } from "#shared/kernel/process/shutdown.js";
import { openStores } from "#shared/kernel/process/openStores.js";
import { startStoreWatch } from "#shared/kernel/process/storeWatch.js";
import { startTracing } from "#shared/kernel/observability/tracing.js";
import type { QueueWorker } from "./runtime/queueWorker.js";
import { startCanaries } from "./runtime/canary.js";
import { isMyTurnToBeReplaced } from "./runtime/replacementTurn.js";
import { startAlertsWithoutRedis } from "./alertsWithoutRedis.js";
import { startReportingLongRuns } from "./runtime/longRuns.js";
import { startSchedules } from "./runtime/startSchedules.js";
import { drainWorkers, startWorkers, workOf } from "./runtime/startWorkers.js";
import { setSlots } from "./runtime/steering.js";
import { startWatchdog } from "./runtime/watchdog.js";
import { loadProcessors } from "./processors.js";
import { schedules } from "./schedules.js";

collectProcessMetrics();
const stopGuard = guardLoop();
const loop = measureLoopDelay();
const stopTracing = await startTracing("worker");
const queues = chosenQueues();
await openStores();
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
let own: Steering["slots"] = {};
let ofAll: Steering["slots"] = {};
const stopReporting = await startReporting("worker", queues, {
  work: () => workers.map(workOf),
  calls: callsLately,
  loopDelayMs: loop.longestMs,
  troubles,
  steer: ({ drain, slots }) => {
    own = slots;
    setSlots(workers, ofAll, own);
    if (drain) shutDown.asked(`asked by operator ${drain.operatorId}`);
  },
});
// After the first report: what is set from then on comes with the next ones.
ofAll = await readSlotsOfAll();
const stopFlushing = startFlushingCounts();
const stopOps = await startOpsServer(troubles);
// Last, as a shutdown hands jobs back only from here on.
workers = await startWorkers(queues);
setSlots(workers, ofAll, own);
const stopWalk = startOutboxWalk();
const stopTurns = startTurns();
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
  ["reporting", stopReporting.leave],
  ["workers", () => drainWorkers(workers, drainMs()), "drains"],
  ["outbox walk", stopWalk],
  ["turns", stopTurns],
  ["roll-ups", rollUpsEnqueued],
  ["relay", relayIdle],
  ["outbox rows", outboxEndingIdle],
  ["asks", asksRecorded],
  ["recorded ticks", ticksRecorded],
  ["counts", stopFlushing],
  ["last report", stopReporting],
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
