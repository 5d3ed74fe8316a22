import { createServer } from "node:http";
import { Server as NetServer } from "node:net";
import { config } from "#shared/platform/config.js";
import { startBroadcasts, stopBroadcasts } from "#shared/platform/broadcast.js";
import { log } from "#shared/platform/log.js";
import { collectProcessMetrics } from "#shared/platform/metrics.js";
import { connectMongo, disconnectMongo } from "#shared/platform/mongo.js";
import { refuseNewerSchema } from "#shared/platform/migrations.js";
import { listenOn, startOpsServer } from "#shared/platform/opsServer.js";
import { relayIdle } from "#shared/platform/outboxRelay.js";
import { startReporting } from "#shared/platform/processes.js";
import { closeQueues } from "#shared/platform/queues.js";
import { cacheRedis, disconnectRedis, producerRedis } from "#shared/platform/redis.js";
import { onShutdown } from "#shared/platform/shutdown.js";
import { startTracing } from "#shared/platform/tracing.js";
import { flushRequestLogs } from "#shared/domains/operations/index.js";
import { flushVisits } from "#shared/domains/statistics/index.js";
import { makeApp } from "./app.js";

collectProcessMetrics();
const stopTracing = await startTracing("api");
await connectMongo({ answerWithinMs: 4_500 });
await refuseNewerSchema();
producerRedis();
cacheRedis();
await startBroadcasts();

let draining = false;
const answer = makeApp().callback();
const server = createServer((request, response) => {
  // A client that keeps its connection must look for another process next time.
  if (draining) response.setHeader("connection", "close");
  return answer(request, response);
});
server.keepAliveTimeout = 65_000;
// How long a body may take is judged by what it is (http/bodyPatience.ts): a video over a slow line is not cut.
server.requestTimeout = 0;
server.headersTimeout = 60_000;
await listenOn(server, config.PORT, config.HOST, "PORT");
const stopReporting = await startReporting("api", []);
const stopOps = await startOpsServer(() => true);
log.info({ port: config.PORT, host: config.HOST }, "API listens");

onShutdown([
  ["http", () => closeServer()],
  ["relay", relayIdle],
  ["request logs", flushRequestLogs],
  ["visits", flushVisits],
  ["reporting", stopReporting],
  ["ops", stopOps],
  ["queues", closeQueues],
  ["broadcasts", async () => stopBroadcasts()],
  ["redis", disconnectRedis],
  ["mongodb", disconnectMongo],
  ["traces", stopTracing],
]);

/**
 * Answers what is under way and takes no new connection. An idle one that is kept gets a last second: a balancer may be
 * sending on it just now, and could not know whether that was heard.
 */
async function closeServer(): Promise<void> {
  draining = true;
  // As a plain server of connections: an HTTP server's own close would cut the idle ones at once.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  setTimeout(() => setInterval(() => server.closeIdleConnections(), 100).unref(), 1_000).unref();
  setTimeout(() => server.closeAllConnections(), 5_000).unref();
  await closed;
}
