import { Server as NetServer } from "node:net";
import { config } from "#shared/kernel/config/config.js";
import { providersAtBoot } from "#shared/kernel/config/providers.js";
import { startBroadcasts, stopBroadcasts } from "#shared/kernel/redis/broadcast.js";
import { startFlushingCounts } from "#shared/kernel/mongo/growingRows.js";
import { log } from "#shared/kernel/observability/log.js";
import { measureLoopDelay } from "#shared/kernel/process/loopDelay.js";
import { guardLoop } from "#shared/kernel/process/loopGuard.js";
import { collectProcessMetrics } from "#shared/kernel/observability/metrics.js";
import { disconnectMongo } from "#shared/kernel/mongo/mongo.js";
import { listenOn, startOpsServer } from "#shared/kernel/process/opsServer.js";
import { relayIdle } from "#shared/kernel/outbox/relay.js";
import { startReporting } from "#shared/kernel/process/processes.js";
import { closeQueues } from "#shared/kernel/queue/queues.js";
import { cacheRedis, disconnectRedis } from "#shared/kernel/redis/redis.js";
import { drainMs, onShutdown } from "#shared/kernel/process/shutdown.js";
import { openStores } from "#shared/kernel/process/openStores.js";
import { startStoreWatch } from "#shared/kernel/process/storeWatch.js";
import { startTracing } from "#shared/kernel/observability/tracing.js";
import { rollUpsEnqueued } from "#shared/domains/catalog/index.js";
import { flushRequestLogs } from "#shared/domains/operations/index.js";
import { flushVisits } from "#shared/domains/salesReports/index.js";
import { endFlowStreams } from "./operations/flow/flowStream.js";
import { makeApp } from "./app.js";
import { answeredLately } from "./http/mount.js";
import { makeServer } from "./http/server.js";

collectProcessMetrics();
const stopGuard = guardLoop();
const loop = measureLoopDelay();
const stopTracing = await startTracing("api");
await openStores({ answerWithinMs: 4_500 });
cacheRedis();
await startBroadcasts();

/** While draining, idle connections are closed after this long without any request; later where this loop itself is late. */
const QUIET_MS = 1_000;
const QUIET_DELAYS = 5;
const LAST_IDLE_MS = 4_000;
let draining = false;
let lastRequestAt = 0;
const answer = makeApp().callback();
const server = makeServer((request, response) => {
  lastRequestAt = performance.now();
  // Moves a keep-alive client to another process with its next request.
  if (draining) response.setHeader("connection", "close");
  return answer(request, response);
});
await listenOn(server, config.PORT, config.HOST, "PORT");
const stopFlushing = startFlushingCounts();
const stores = startStoreWatch((why) => shutDown(why));
const troubles = (): string[] => [...stores.reasons(), ...loop.reasons()];
const stopReporting = await startReporting("api", [], {
  loopDelayMs: loop.longestMs,
  troubles,
  answered: answeredLately,
  steer: ({ drain }) => drain && shutDown.asked(`asked by operator ${drain.operatorId}`),
});
const stopOps = await startOpsServer(troubles);
log.info({ port: config.PORT, host: config.HOST, ...providersAtBoot() }, "API listens");

const shutDown = onShutdown([
  ["watches", async () => (stores.stop(), loop.stop())],
  ["streams", async () => endFlowStreams()],
  ["http", () => closeServer(), "drains"],
  ["roll-ups", rollUpsEnqueued],
  ["relay", relayIdle],
  ["request logs", flushRequestLogs],
  ["visits", flushVisits],
  ["counts", stopFlushing],
  ["reporting", stopReporting],
  ["ops", stopOps],
  ["guard", stopGuard],
  ["queues", closeQueues],
  ["broadcasts", async () => stopBroadcasts()],
  ["redis", disconnectRedis],
  ["mongodb", disconnectMongo],
  ["traces", stopTracing],
]);

/**
 * Answers running requests and accepts no new connection. A balancer may be sending on a keep-alive connection just as
 * it is closed, and could not know whether the request was received. So such connections stay until their next
 * response, and are closed only when there are no requests any more or the time is nearly over. On a machine that is out of
 * breath the balancer is late as well: there it takes longer to know.
 */
async function closeServer(): Promise<void> {
  draining = true;
  // Closes as a plain TCP server: an HTTP server's own close would cut idle connections at once.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  const drainingSince = (lastRequestAt = performance.now());
  const quietMs = Math.max(QUIET_MS, QUIET_DELAYS * loop.longestMs());
  setInterval(() => {
    const now = performance.now();
    if (now - lastRequestAt >= quietMs || now - drainingSince >= LAST_IDLE_MS) server.closeIdleConnections();
  }, 100).unref();
  setTimeout(() => server.closeAllConnections(), drainMs()).unref();
  await closed;
}
