import { createServer } from "node:http";
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
import { makeApp } from "./app.js";

collectProcessMetrics();
await connectMongo({ answerWithinMs: 4_500 });
await refuseNewerSchema();
producerRedis();
cacheRedis();
startBroadcasts();

let draining = false;
const answer = makeApp().callback();
const server = createServer((request, response) => {
  // A client that keeps its connection must look for another process next time.
  if (draining) response.setHeader("connection", "close");
  return answer(request, response);
});
server.keepAliveTimeout = 65_000;
server.requestTimeout = 60_000;
await listenOn(server, config.PORT, config.HOST, "PORT");
const stopReporting = await startReporting("api", []);
const stopOps = await startOpsServer(() => true);
log.info({ port: config.PORT, host: config.HOST }, "API listens");

onShutdown([
  ["http", () => closeServer()],
  ["relay", relayIdle],
  ["reporting", stopReporting],
  ["ops", stopOps],
  ["queues", closeQueues],
  ["broadcasts", async () => stopBroadcasts()],
  ["redis", disconnectRedis],
  ["mongodb", disconnectMongo],
]);

/** Answers what is under way, takes nothing new, and does not wait for idle keep-alive connections. */
async function closeServer(): Promise<void> {
  draining = true;
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), 5_000).unref();
  await closed;
}
