import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean; doubleValue?: number };
interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status?: { code?: number; message?: string };
  attributes: { key: string; value: Value }[];
}
interface Sent {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: { spans: SentSpan[] }[];
  }[];
}

/** A span as it arrived, its attributes as plain fields. */
export interface SeenSpan extends Omit<SentSpan, "attributes"> {
  attributes: Record<string, unknown>;
  service: unknown;
}

/** SpanKind on the wire. */
export const kinds = { server: 2, client: 3, consumer: 5 };

/** A collector that takes traces by OTLP over HTTP in JSON; `hang` takes them and never answers. */
export async function startCollector(behaviour: "answer" | "hang" = "answer") {
  const spans: SeenSpan[] = [];
  const calls: { path: string; headers: Record<string, unknown> }[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      calls.push({ path: request.url ?? "", headers: request.headers });
      if (behaviour === "hang") return;
      spans.push(...spansOf(JSON.parse(Buffer.concat(parts).toString()) as Sent));
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    calls,
    /** From the named span up to the root of its trace. */
    lineage(name: string): SeenSpan[] {
      const line: SeenSpan[] = [];
      let at = spans.find((span) => span.name === name);
      while (at) {
        line.unshift(at);
        const { traceId, parentSpanId } = at;
        at = spans.find((span) => span.traceId === traceId && span.spanId === parentSpanId);
      }
      return line;
    },
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function spansOf({ resourceSpans }: Sent): SeenSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        attributes: plain(span.attributes),
        service: plain(resource.attributes)["service.name"],
      })),
    ),
  );
}

const plain = (attributes: { key: string; value: Value }[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, numberOr(Object.values(value)[0])]));
/** Whole numbers may travel as text. */
const numberOr = (value: unknown): unknown =>
  typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
