/** server: a request is answered; consumer: a job runs; client: an outside service is called. */
type SpanKind = "server" | "consumer" | "client";
/** No secrets, no personal data: patterns of paths, names, ids, numbers. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

export interface SpanStart {
  name: string;
  kind: SpanKind;
  attributes: SpanAttributes;
  /** The caller's traceparent. Default: the span of the running request or job; without one it is a new trace. */
  parent?: string | undefined;
}

/** An operation in a trace. */
export interface RunningSpan {
  readonly traceId: string;
  /** In W3C's format; passed on in the outbox rows and jobs that this operation enqueues. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** `error` is the name of what went wrong, never an error's message. */
  end(error?: string): void;
}

/** Makes and exports spans; implemented by tracingExport.ts. */
export interface Tracer {
  start(span: SpanStart): RunningSpan;
  stop(): Promise<void>;
}

export interface TracingSettings {
  /** URL of an OTLP collector over HTTP, without /v1/traces; undefined: no traces are made. */
  endpoint: string | undefined;
  /** name=value[,name=value] */
  headers: string;
  serviceName: string;
  /** Share of the new traces that are kept, 0 to 1. */
  ratio: number;
}
