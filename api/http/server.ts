import { createServer, type RequestListener, type Server } from "node:http";
import { seconds } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";

/** Longer than a balancer keeps an idle connection: it must not send on one that we are closing. */
const KEEP_ALIVE_MS = seconds(65);
const HEAD_MS = seconds(20);
const LOOK_EACH_MS = seconds(5);

/**
 * The public HTTP server, not listening yet. Slow clients cannot hold connections: the head of a request must arrive in
 * time, and a connection without traffic, because its client neither sends nor reads, is closed.
 */
export function makeServer(answer: RequestListener): Server {
  const server = createServer({ connectionsCheckingInterval: LOOK_EACH_MS }, answer);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEAD_MS;
  // The time limit of a body depends on its kind (bodyTimeout.ts): a video over a slow line is not cut.
  server.requestTimeout = 0;
  server.timeout = seconds(config.SOCKET_IDLE_SECONDS);
  server.maxConnections = config.MAX_CONNECTIONS;
  return server;
}
