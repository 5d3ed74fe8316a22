import { config } from "../config/config.js";
import { currentContext } from "../request/context.js";
import type { RunningSpan, SpanStart, Tracer, TracingSettings } from "./spans.js";

let tracer: Tracer | undefined;

const configured: TracingSettings = {
  endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
  headers: config.OTEL_EXPORTER_OTLP_HEADERS,
  serviceName: config.OTEL_SERVICE_NAME,
  ratio: config.OTEL_TRACES_SAMPLER_ARG,
};

/**
 * Starts tracing if a collector is configured; otherwise none of its code is loaded. The returned function stops it, and
 * sends what is left within two seconds.
 */
export async function startTracing(kind: "api" | "worker", settings = configured): Promise<() => Promise<void>> {
  const { endpoint } = settings;
  if (endpoint === undefined) return async () => undefined;
  const { makeTracer } = await import("./tracingExport.js");
  const made = makeTracer(kind, { ...settings, endpoint });
  tracer = made;
  return async () => {
    tracer = undefined;
    await made.stop();
  };
}

export const isTracing = (): boolean => tracer !== undefined;

/** Undefined where no traces are made. The caller must end the span. */
export function startSpan(span: SpanStart): RunningSpan | undefined {
  return tracer?.start({ ...span, parent: span.parent ?? currentTraceparent() });
}

/** The traceparent to store with work that the running request or job enqueues. */
export function currentTraceparent(): string | undefined {
  return currentContext()?.span?.traceparent;
}
