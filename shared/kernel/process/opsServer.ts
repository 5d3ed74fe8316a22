import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { config } from "../config/config.js";
import { log } from "../observability/log.js";
import { metrics } from "../observability/metrics.js";

/** Stops the ops server; it listens on `port`. */
type StopOpsServer = (() => Promise<void>) & { port: number };

/**
 * /health and /metrics of this process on its ops port: loopback or private, never public. It is unhealthy for as long as
 * `reasonsOf` returns a reason, in words.
 */
export async function startOpsServer(reasonsOf: () => string[]): Promise<StopOpsServer> {
  const server = createServer((request, response) => {
    if (request.url === "/health") {
      const reasons = reasonsOf();
      response.writeHead(reasons.length === 0 ? 200 : 503, { "content-type": "application/json" });
      response.end(JSON.stringify({ status: reasons.length === 0 ? "ok" : "unhealthy", pid: process.pid, reasons }));
    } else if (request.url === "/metrics") {
      metrics.metrics().then(
        (text) => response.writeHead(200, { "content-type": metrics.contentType }).end(text),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    } else response.writeHead(404).end();
  });
  await listenOn(server, config.OPS_PORT, config.OPS_HOST, "OPS_PORT");
  const stop = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    await closed;
  };
  return Object.assign(stop, { port: (server.address() as AddressInfo).port });
}

/** Listens, or logs which port is taken and ends the process. */
export async function listenOn(server: Server, port: number, host: string, variable: string): Promise<void> {
  await new Promise<void>((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EADDRINUSE") throw error;
      log.fatal(`port ${port} is taken; give ${variable} another value or end the program that holds it`);
      process.exit(1);
    });
    server.listen(port, host, () => resolve());
  });
}
