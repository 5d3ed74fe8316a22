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
 * Makes traces from here on, where a collector is configured; nothing of it is loaded otherwise. Answers how to end it:
 * what is left is sent, within two seconds.
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

/** Undefined where no traces are made. Whoever starts a span ends it. */
export function startSpan(span: SpanStart): RunningSpan | undefined {
  return tracer?.start({ ...span, parent: span.parent ?? currentTraceparent() });
}

/** What is written beside work that the running request or job asks for. */
export function currentTraceparent(): string | undefined {
  return currentContext()?.span?.traceparent;
}
