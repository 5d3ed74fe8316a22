import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a balancer met on its way to the APIs. */
export interface BalancerCounts {
  requests: number;
  /** No connection to be had: the next API was tried, as real balancers do, since nothing was sent. */
  refused: number;
  /** A kept connection that broke with a request under way: 502, and only the client knows whether it may ask again. */
  broken: number;
  /** A new connection that broke: the API died, or stopped listening just before it would have taken it in. 502 too. */
  cut: number;
  /** Answers of an API with a status of 500 and above. */
  failed: number;
}

interface Balancer {
  port: number;
  counts: BalancerCounts;
  stop(): void;
}

/** Round robin over the APIs, with kept connections on both sides; no API to be had is 502. */
export async function startBalancer(targets: number[]): Promise<Balancer> {
  const counts: BalancerCounts = { requests: 0, refused: 0, broken: 0, cut: 0, failed: 0 };
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 256 });
  let turn = 0;

  const hand = (
    incoming: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse,
    [port, ...others]: number[],
  ): void => {
    const { method, url, headers } = incoming;
    const onward = request({ host: "127.0.0.1", port, method, path: url, headers, agent }, (answer) => {
      if ((answer.statusCode ?? 502) >= 500) counts.failed++;
      // Of a connection, not of an answer: the client's own to us is kept.
      const { connection: _, "keep-alive": __, ...kept } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, kept);
      answer.pipe(outgoing);
      answer.on("error", () => outgoing.destroy());
    });
    onward.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") {
        counts.refused++;
        if (others.length > 0) return hand(incoming, body, outgoing, others);
      } else if (onward.reusedSocket) counts.broken++;
      else counts.cut++;
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end();
    });
    onward.end(body);
  };

  const server = createServer((incoming, outgoing) => {
    counts.requests++;
    const parts: Buffer[] = [];
    incoming.on("data", (part: Buffer) => parts.push(part));
    incoming.on("end", () => {
      const first = turn++ % targets.length;
      hand(incoming, Buffer.concat(parts), outgoing, [...targets.slice(first), ...targets.slice(0, first)]);
    });
  });
  // A client that reuses an idle connection must not find it closed at that very moment.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: (server.address() as AddressInfo).port,
    counts,
    stop() {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}
