import { config } from "./config.js";
import { currentContext } from "./context.js";

/** server: a request is answered; consumer: a job runs; client: somebody outside is called. */
export type SpanKind = "server" | "consumer" | "client";
/** No secrets, no personal data: patterns of paths, names, ids, numbers. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

export interface SpanStart {
  name: string;
  kind: SpanKind;
  attributes: SpanAttributes;
  /** The traceparent of what asked for it. Default: the span of the running request or job; without one it is a new trace. */
  parent?: string | undefined;
}

/** Something that takes time, seen in a trace. */
export interface RunningSpan {
  readonly traceId: string;
  /** As W3C writes it: what this one asks for carries it, in its outbox row or its job. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** `error` names what went wrong, never with the message of an error. */
  end(error?: string): void;
}

/** Makes spans and has them exported; shared/platform/tracingExport.ts is the one that does. */
export interface Tracer {
  start(span: SpanStart): RunningSpan;
  stop(): Promise<void>;
}

let tracer: Tracer | undefined;

export interface TracingSettings {
  /** Where an OTLP collector takes traces over HTTP, without /v1/traces; undefined: none are made. */
  endpoint: string | undefined;
  /** name=value[,name=value] */
  headers: string;
  serviceName: string;
  /** Share of the new traces that are kept, 0 to 1. */
  ratio: number;
}

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
