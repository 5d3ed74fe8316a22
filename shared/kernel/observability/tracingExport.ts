import { AsyncResource } from "node:async_hooks";
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type SpanExporter,
} from "@opentelemetry/sdk-trace-base";
import { percentDecoded } from "../http/decoding.js";
import { log } from "./log.js";
import type { SpanStart, Tracer, TracingSettings } from "./spans.js";

/** Loaded only where traces are made (tracing.ts). Nothing waits for it: a collector that is down only loses spans. */

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT };
/** Spans that wait to be sent; more are dropped. */
const MOST_WAITING = 2_048;
const SEND_EVERY_MS = 2_000;
const SEND_WITHIN_MS = 5_000;
const STOP_WITHIN_MS = 2_000;
const LOG_EVERY_MS = 60_000;

export function makeTracer(kind: string, settings: TracingSettings & { endpoint: string }): Tracer {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: headersOf(settings.headers),
    timeoutMillis: SEND_WITHIN_MS,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      "service.name": settings.serviceName,
      "service.instance.id": `${kind}-${process.pid}`,
      "shop.process": kind,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.ratio) }),
    spanProcessors: [
      new BatchSpanProcessor(logFailures(exporter), {
        maxQueueSize: MOST_WAITING,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: SEND_WITHIN_MS,
      }),
    ],
  });
  const tracer = provider.getTracer("member-commerce");
  return {
    start: (started) => start(tracer, started),
    async stop() {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, STOP_WITHIN_MS);
      });
      await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
      clearTimeout(timer);
    },
  };
}

function start(tracer: ReturnType<BasicTracerProvider["getTracer"]>, { name, kind, attributes, parent }: SpanStart) {
  const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent));
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
    set: (more: SpanStart["attributes"]) => void span.setAttributes(more),
    end(error?: string) {
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
      span.end();
    },
  };
}

/** Version, trace, span, flags. */
const traceparent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

function contextOf(parent: string | undefined): Context {
  const [, traceId, spanId, flags] = traceparent.exec(parent ?? "") ?? [];
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}

function headersOf(text: string): Record<string, string> {
  const pairs = text.split(",").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at > 0 ? [[pair.slice(0, at).trim(), percentDecoded(pair.slice(at + 1).trim())] as const] : [];
  });
  return Object.fromEntries(pairs);
}

/** The same exporter, which logs once a minute that it cannot send. */
function logFailures(exporter: OTLPTraceExporter): SpanExporter {
  let loggedAt = 0;
  // Outside any request: it would else be logged with the context of one that happened to end when it was time to send.
  const logFailure = AsyncResource.bind((error: Error, spans: number) => {
    if (Date.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = Date.now();
    log.warn({ err: error, spans }, "traces could not be sent");
  });
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error) logFailure(result.error, spans.length);
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
}
